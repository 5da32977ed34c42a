import { searchCounts, traceNodes, VISIT_BITS, VISITS, visits } from './layout-mesh';

export function add(what: usize, more: i32): void {
  store<i32>(searchCounts + what, load<i32>(searchCounts + what) + more);
}

/** Writes down what became of a test node, where that is wanted. */
export function noteVisit(node: u32, outcome: u32, mask: u32): void {
  if (traceNodes == 0) return;
  const at = visits + (<usize>load<u32>(searchCounts + VISITS) << 3);
  store<u32>(at, node | (outcome << VISIT_BITS));
  store<u32>(at, mask, 4);
  add(VISITS, 1);
}
