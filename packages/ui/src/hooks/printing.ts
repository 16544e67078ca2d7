type Preparation = () => Promise<void>

const preparations = new Set<Preparation>()

/** Has `prepare` done before `printPage` prints, until the returned function is called. */
export function addPreparation(prepare: Preparation): () => void {
  preparations.add(prepare)
  return () => {
    preparations.delete(prepare)
  }
}

/** Prints the page once its parts have read what paper needs; one that can't is printed as it stands. */
export async function printPage(): Promise<void> {
  await Promise.allSettled([...preparations].map((prepare) => prepare()))
  window.print()
}
