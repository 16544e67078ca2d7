/** Titles by id; null for a record that does not exist, is not visible, or has no title. */
export type Titles = Map<string, string | null>

/** Titles of linked records, by entity and visibility; any write to the entity drops them. */
export class TitleCache {
  readonly #titles = new Map<string, Map<string, Titles>>()

  of(entity: string, visibility: string): Titles {
    let byVisibility = this.#titles.get(entity)
    if (!byVisibility || byVisibility.size > 100) {
      byVisibility = new Map()
      this.#titles.set(entity, byVisibility)
    }
    let titles = byVisibility.get(visibility)
    if (!titles || titles.size > 50_000) {
      titles = new Map()
      byVisibility.set(visibility, titles)
    }
    return titles
  }

  drop(entity: string): void {
    this.#titles.delete(entity)
  }
}
