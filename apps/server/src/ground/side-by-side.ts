/**
 * Works through `items` in `lanes`, side by side; `work` also gets the number of its lane. After a fault nothing more
 * is begun, and what is under way ends first.
 * @throws the first fault
 */
export async function sideBySide<T>(
  items: Iterable<T>,
  lanes: number,
  work: (item: T, lane: number) => Promise<unknown>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  const faults: unknown[] = []
  const go = async (_: unknown, lane: number) => {
    for (let next = left.next(); !next.done && faults.length === 0; next = left.next()) {
      try {
        await work(next.value, lane)
      } catch (error) {
        faults.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }).map(go))
  if (faults.length > 0) throw faults[0]
}
