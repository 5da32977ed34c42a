import { searchCounts } from './layout-mesh';

export function add(what: usize, more: i32): void {
  store<i32>(searchCounts + what, load<i32>(searchCounts + what) + more);
}
