import { isDeepStrictEqual } from 'node:util'
import type { Behaviour, Change } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { deleteAtProvider, sandboxPrefix } from '../actions/template.ts'
import { tellReason } from '../template-state.ts'

/** Fields whose change the provider has to approve again. */
const content = ['category', 'body', 'sample_values', 'header_type', 'header_text', 'header_sample', 'footer']

/**
 * Rules of templates (reference: metadata, Rules of built-in entities): names and placeholders that the provider
 * accepts.
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
  beforeRestore({ row }) {
    // The provider has deleted it.
    Object.assign(row, { status: 'Draft', template_id: null })
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

/** One sample per line, or all on one line with commas if their number fits. */
function hasAsMany(text: string, count: number): boolean {
  const samples = (mark: string) => text.split(mark).filter((sample) => sample.trim() !== '')
  const lines = samples('\n')
  return lines.length === count || (lines.length === 1 && samples(',').length === count)
}

const isSubmitted = (before: Change['before']) =>
  before !== null && (before.status !== 'Draft' || before.template_id != null)

/** Keeps name and language, by which the provider knows the template; other changes make it a draft again. */
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
  // The sandbox's approval doesn't count at a provider.
  const isMoved = after.whatsapp_webhook !== before?.whatsapp_webhook
  const isNew = isMoved && String(before?.template_id).startsWith(sandboxPrefix)
  if (isNew || !same || !isDeepStrictEqual(buttons[0], buttons[1])) after.status = 'Draft'
}

/** Keeps the explanation of a rejection, which the provider omits when it is asked again. */
function keepExplanation({ before, after }: Change): void {
  const [former, now] = [before?.rejection_reason, after.rejection_reason]
  const isSame = before?.status === after.status && typeof former === 'string' && typeof now === 'string'
  if (isSame && former.startsWith(`${now}\n`)) after.rejection_reason = former
}
