import { isDeepStrictEqual } from 'node:util'
import type { Behaviour, Change } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { deleteAtProvider, sandboxPrefix } from '../actions/template.ts'
import { tellReason } from '../template-state.ts'

/** What the provider looks at again when it changes. */
const content = ['category', 'body', 'sample_values', 'header_type', 'header_text', 'header_sample', 'footer']

/**
 * Templates (reference: metadata, Rules of built-in entities): named as the provider names them, with placeholders that
 * it takes.
 */
export const whatsappTemplateBehaviour = (site: Site): Behaviour => ({
  entity: 'Whatsapp Template',
  newId: ({ template_name, language_code }) =>
    typeof template_name === 'string' ? `${template_name}-${String(language_code)}` : undefined,
  beforeSave(change) {
    checkName(change)
    checkPlaceholders(change)
    if (change.ctx.system) keepExplanation(change)
    else if (isSubmitted(change.before)) keepSubmitted(change)
  },
  async aroundDelete(_ctx, id, erase) {
    await deleteAtProvider(site, id)
    return erase()
  },
  present(record, { language }) {
    if (!record.rejection_reason) return record
    return { ...record, rejection_reason: tellReason(site, record.rejection_reason, language) }
  },
})

function checkName({ after, reject }: Change): void {
  if (after.template_name == null || /^[a-z0-9_]{1,512}$/.test(String(after.template_name))) return
  reject('template_name', { text: 'The value for {0} is not valid', args: [{ translate: 'Template Name' }] })
}

/** `{{1}}` to `{{n}}` without gaps, each with a sample. */
function checkPlaceholders({ after, reject }: Change): void {
  const numbers = [...String(after.body ?? '').matchAll(/\{\{\s*(\w*)\s*\}\}/g)].map(([, name]) => Number(name))
  const count = new Set(numbers).size
  if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > count)) {
    reject('body', { text: 'Number the placeholders from 1 without gaps' })
  } else if (!hasAsMany(String(after.sample_values ?? ''), count)) {
    reject('sample_values', { text: 'Give one sample for each placeholder ({0})', args: [count] })
  }
}

/** One on each line; or on one line with commas between them, where that adds up. */
function hasAsMany(text: string, count: number): boolean {
  const samples = (mark: string) => text.split(mark).filter((sample) => sample.trim() !== '')
  const lines = samples('\n')
  return lines.length === count || (lines.length === 1 && samples(',').length === count)
}

const isSubmitted = (before: Change['before']) =>
  before !== null && (before.status !== 'Draft' || before.template_id != null)

/** The provider knows it by name and language; whatever else changes has to be looked at again. */
function keepSubmitted({ before, after, tables, reject }: Change): void {
  for (const [name, label] of [
    ['template_name', 'Template Name'],
    ['language_code', 'Language Code'],
  ] as const) {
    if (after[name] === before?.[name]) continue
    reject(name, { text: '{0} cannot be changed once it was submitted', args: [{ translate: label }] })
  }
  const buttons = [before?.buttons, tables.buttons].map((rows) => rows ?? [])
  const same = content.every((name) => (after[name] ?? null) === (before?.[name] ?? null))
  // What the sandbox approved nobody has looked at.
  const isMoved = after.whatsapp_webhook !== before?.whatsapp_webhook
  const isNew = isMoved && String(before?.template_id).startsWith(sandboxPrefix)
  if (isNew || !same || !isDeepStrictEqual(buttons[0], buttons[1])) after.status = 'Draft'
}

/** Asked again, the provider repeats its reason without the explanation that once came with it. */
function keepExplanation({ before, after }: Change): void {
  const [former, now] = [before?.rejection_reason, after.rejection_reason]
  const isSame = before?.status === after.status && typeof former === 'string' && typeof now === 'string'
  if (isSame && former.startsWith(`${now}\n`)) after.rejection_reason = former
}
