/**
 * Works through what is left of `items`, `count` of them side by side; others may take from the same ones meanwhile.
 * After a fault nothing more is begun, by nobody, and what is under way ends first.
 * @throws the first fault
 */
export async function sideBySide<T>(
  items: IterableIterator<T>,
  count: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = []
  const one = async () => {
    for (const item of items) {
      try {
        await work(item)
      } catch (error) {
        faults.push(error)
        for (const _ of items);
      }
    }
  }
  await Promise.all(Array.from({ length: count }, one))
  if (faults.length > 0) throw faults[0]
}
