// The kernel of tetrahedra: vertices into a table by the hash of their cells, then every group of tets against the vertices in its box.

export { setTable, setUnits, setVertices, sortVertices } from './tet-table';
export { setCandidates, setGroups, setMarks } from './tet-candidates';
export { searchGroups, setResults, setWaiting } from './tet-search';
