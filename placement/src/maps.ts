/** Groups of members; each member is in at most one group. */
export class Groups {
  private readonly groupOf = new Map<string, string>();
  private readonly members = new Map<string, Set<string>>();

  add(member: string, group: string): void {
    this.delete(member);
    this.groupOf.set(member, group);
    const others = this.members.get(group);
    if (others === undefined) this.members.set(group, new Set([member]));
    else others.add(member);
  }

  delete(member: string): void {
    const group = this.groupOf.get(member);
    if (group === undefined) return;
    this.groupOf.delete(member);
    const others = this.members.get(group);
    others?.delete(member);
    if (others?.size === 0) this.members.delete(group);
  }

  in(group: string): string[] {
    return [...(this.members.get(group) ?? [])];
  }
}

/** Returns the value of the key, creating it if absent. */
export function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
