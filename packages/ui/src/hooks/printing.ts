type Preparation = () => Promise<void>

const preparations = new Set<Preparation>()

/** Runs `prepare` before each `printPage`, until the returned function is called. */
export function addPreparation(prepare: Preparation): () => void {
  preparations.add(prepare)
  return () => {
    preparations.delete(prepare)
  }
}

/** Prints the page once every preparation has ended; a part whose preparation fails is printed as it stands. */
export async function printPage(): Promise<void> {
  await Promise.allSettled([...preparations].map((prepare) => prepare()))
  window.print()
}
