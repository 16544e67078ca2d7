type FieldNames = Set<string>

/** The roll-ups that the writes of one transaction have made old: entity, record, names of fields. */
export class Touched {
  readonly #entities = new Map<string, Map<string, FieldNames>>()

  add(entity: string, id: string, fieldname: string): void {
    const records = this.#entities.get(entity) ?? new Map<string, FieldNames>()
    this.#entities.set(entity, records)
    const names = records.get(id) ?? new Set()
    records.set(id, names.add(fieldname))
  }

  /** Takes the records of the entity of the lowest rank away, in the order of their ids. */
  take(rankOf: (entity: string) => number): { entity: string; records: [id: string, names: FieldNames][] } | undefined {
    const [entity] = [...this.#entities.keys()].sort((a, b) => rankOf(a) - rankOf(b) || compare(a, b))
    const records = entity === undefined ? undefined : this.#entities.get(entity)
    if (entity === undefined || !records) return undefined
    this.#entities.delete(entity)
    return { entity, records: [...records].sort(([a], [b]) => compare(a, b)) }
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
