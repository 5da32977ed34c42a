/** Sets that grow together. */
export class Groups {
  readonly #parent: Map<number, number>;

  constructor(members: Iterable<number>) {
    this.#parent = new Map(Array.from(members, (member) => [member, member]));
  }

  find(member: number): number {
    let root = member;
    while (this.#parent.get(root)! !== root) root = this.#parent.get(root)!;
    for (let at = member; at !== root; ) {
      const next = this.#parent.get(at)!;
      this.#parent.set(at, root);
      at = next;
    }
    return root;
  }

  join(a: number, b: number): void {
    this.#parent.set(this.find(a), this.find(b));
  }

  lists(): number[][] {
    const lists = new Map<number, number[]>();
    for (const member of this.#parent.keys()) {
      const root = this.find(member);
      const list = lists.get(root);
      if (list) list.push(member);
      else lists.set(root, [member]);
    }
    return [...lists.values()];
  }
}
