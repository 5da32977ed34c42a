// The kernel of tetrahedra: vertices into a table by the hash of their cells, then every group of tets against the vertices in its box.

export { attach } from './layout-tets';
export { setCells, sortVertices } from './tet-table';
export { setFloats } from './tet-candidates';
export { searchGroups } from './tet-search';
