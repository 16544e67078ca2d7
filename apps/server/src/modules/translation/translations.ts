import { type EntityRecord, invalid, limits, type TranslationEntry, textOf } from '@tavla/contract'
import { type Dictionary, dictionaryOf } from '@tavla/i18n'
import { catalogueEntries } from '@tavla/i18n/catalogue'
import { type Context, createRecord, find, findOne, updateRecord } from '../../entity/index.ts'
import type { Site, Translations } from '../../site.ts'

interface LoadedTexts {
  entries: readonly TranslationEntry[]
  dictionaries: Map<string, Dictionary>
  answers: Map<string, string>
}

/** The dictionary, read once and again after every change of a Translation (reference: http-api, Translations). */
export class SiteTranslations implements Translations {
  readonly #site: Site
  #current: Promise<LoadedTexts> | undefined
  #last: LoadedTexts = readOf(catalogueEntries())

  constructor(site: Site) {
    this.#site = site
  }

  /** Reads the Translation records now and after each change, so that errors use corrected texts too. */
  start(): void {
    const readAgain = () => {
      this.#current = undefined
      this.#site.inBackground(this.#read())
    }
    this.#site.engine.listen(({ entity }) => entity === 'Translation' && readAgain())
    readAgain()
  }

  async dictionary(language: string): Promise<Dictionary> {
    return dictionaryIn(await this.#readOrLast(), language)
  }

  dictionaryNow(language: string): Dictionary {
    return dictionaryIn(this.#last, language)
  }

  async entries(language?: string): Promise<readonly TranslationEntry[]> {
    return entriesIn(await this.#readOrLast(), language)
  }

  async answer(language?: string): Promise<string> {
    const read = await this.#readOrLast()
    const { answers } = read
    const key = language === 'en' || language === 'he' || language === undefined ? (language ?? '') : 'none'
    let answer = answers.get(key)
    if (answer === undefined) {
      answer = JSON.stringify({ translations: entriesIn(read, language) })
      answers.set(key, answer)
    }
    return answer
  }

  async submit(ctx: Context, body: Readonly<Record<string, unknown>>): Promise<EntityRecord> {
    const { engine } = this.#site
    const source_text = checkedText(body.sourceText, '{0} is required', 'Source Text')
    const translated_text = checkedText(body.translatedText, 'Translated text is required', 'Translated Text')
    const language = body.language
    if (language !== 'en' && language !== 'he') {
      throw invalid('{0} must be one of: {1}', [{ translate: 'Language' }, 'en, he'])
    }
    const context = typeof body.context === 'string' ? body.context.trim() || null : null
    const values = { source_text, translated_text, language, context, contributed_by: ctx.actor.user }
    // Every signed-in user may correct a text, although few may write Translation records otherwise (reference:
    // http-api, Translations).
    const asServer = { ...ctx, system: true }
    const id = await this.#idOf(source_text, language, context)
    return id === undefined
      ? createRecord(engine, asServer, 'Translation', values)
      : updateRecord(engine, asServer, 'Translation', id, values)
  }

  async #idOf(source: string, language: string, context: string | null): Promise<string | undefined> {
    const where = { source_text: source, language, context }
    return (await findOne(this.#site.engine, 'Translation', { where }))?.id
  }

  /** Falls back to the last texts when the store can't be read. */
  #readOrLast(): Promise<LoadedTexts> {
    return this.#read().catch(() => this.#last)
  }

  #read(): Promise<LoadedTexts> {
    if (this.#current) return this.#current
    const reading = this.#readRecords()
    this.#current = reading
    reading.then(
      (read) => {
        if (this.#current === reading) this.#last = read
      },
      () => {
        if (this.#current === reading) this.#current = undefined
      },
    )
    return reading
  }

  async #readRecords(): Promise<LoadedTexts> {
    const fields = ['source_text', 'translated_text', 'language', 'context'] as const
    const rows = await find(this.#site.engine, 'Translation', { fields, order: 'made' })
    const merged = new Map(catalogueEntries().map((entry) => [keyOf(entry), entry as TranslationEntry]))
    for (const { id: _, context, ...entry } of rows as (TranslationEntry & { id: string; context: string | null })[]) {
      const corrected = context ? { ...entry, context } : entry
      merged.set(keyOf(corrected), corrected)
    }
    return readOf([...merged.values()])
  }
}

function readOf(entries: readonly { source_text: string; translated_text: string; language?: string }[]): LoadedTexts {
  return { entries: entries as readonly TranslationEntry[], dictionaries: new Map(), answers: new Map() }
}

function entriesIn({ entries }: LoadedTexts, language: string | undefined): readonly TranslationEntry[] {
  return language === undefined ? entries : entries.filter((entry) => entry.language === language)
}

function dictionaryIn(read: LoadedTexts, language: string): Dictionary {
  let dictionary = read.dictionaries.get(language)
  if (!dictionary) {
    dictionary = dictionaryOf(read.entries, language)
    read.dictionaries.set(language, dictionary)
  }
  return dictionary
}

const keyOf = (entry: { source_text: string; language?: string; context?: string | null }) =>
  JSON.stringify([entry.source_text, entry.language, entry.context ?? ''])

function checkedText(value: unknown, missing: string, label: string): string {
  const text = textOf(value).trim()
  if (text === '') throw invalid(missing, [{ translate: label }])
  if (text.length > limits.translationLength) {
    throw invalid('{0} is too long (maximum {1} characters)', [{ translate: label }, limits.translationLength])
  }
  return text
}
