import { type ResolvedLink, workLimits } from '@tavla/contract'

/** Finds the records that many texts name, in one call (reference: http-api, Link suggestions). */
export type ResolveLinks = (question: {
  entity: string
  texts: readonly string[]
  reference_entity?: string
}) => Promise<readonly ResolvedLink[]>

interface LinkReaderOptions {
  /** The entity whose fields take the links. */
  referenceEntity?: string | undefined
  /** Gets the record of each text that names one. */
  onFound?: (entity: string, found: { value: string; label: string }) => void
}

/**
 * Reads the record that a text names by its id, its title or another search field: its id, null for a blank text,
 * undefined if no record or more than one has that name, which `isShared` tells apart. Each name is looked up once;
 * `ahead` looks many up together.
 */
export function createLinkReader(resolveLinks: ResolveLinks, { referenceEntity, onFound }: LinkReaderOptions = {}) {
  const known = new Map<string, Promise<ResolvedLink | undefined>>()

  const ask = async (entity: string, texts: readonly string[]): Promise<readonly ResolvedLink[]> => {
    const found = await resolveLinks({
      ...{ entity, texts },
      ...(referenceEntity !== undefined && { reference_entity: referenceEntity }),
    }).catch(() => [])
    for (const { value, label } of found) if (value !== null) onFound?.(entity, { value, label: label ?? value })
    return found
  }

  const lookUp = (entity: string, texts: readonly string[]) => {
    for (let from = 0; from < texts.length; from += workLimits.resolvedTexts) {
      const some = texts.slice(from, from + workLimits.resolvedTexts)
      const found = ask(entity, some)
      for (const [at, text] of some.entries()) {
        known.set(
          keyOf(entity, text),
          found.then((items) => items[at]),
        )
      }
    }
  }

  const find = (entity: string, text: string): Promise<ResolvedLink | undefined> => {
    if (entity === '' || text === '') return Promise.resolve(undefined)
    if (!known.has(keyOf(entity, text))) lookUp(entity, [text])
    return known.get(keyOf(entity, text)) ?? Promise.resolve(undefined)
  }

  const read = async (entity: string, typed: string): Promise<string | null | undefined> => {
    const text = typed.trim()
    return text === '' ? null : ((await find(entity, text))?.value ?? undefined)
  }

  return Object.assign(read, {
    isShared: async (entity: string, typed: string): Promise<boolean> =>
      ((await find(entity, typed.trim()))?.matches ?? 0) > 1,
    ahead(wanted: Iterable<readonly [entity: string, text: string]>): void {
      const texts = new Map<string, Set<string>>()
      for (const [entity, typed] of wanted) {
        const text = typed.trim()
        if (text === '' || entity === '' || known.has(keyOf(entity, text))) continue
        texts.set(entity, (texts.get(entity) ?? new Set()).add(text))
      }
      for (const [entity, some] of texts) lookUp(entity, [...some])
    },
  })
}

const keyOf = (entity: string, text: string) => `${entity}\n${text}`
