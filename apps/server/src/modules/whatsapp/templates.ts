import type { StoredRow } from '../../entity/index.ts'
import { asList, asObject, scalarText } from './inbox/items.ts'
import { reasonOf, templateStatus } from './template-state.ts'
import { isDynamic, placeholdersOf } from './template-text.ts'

type Json = Record<string, unknown>
type Rows = readonly Readonly<StoredRow>[]

/** The components of a template for the provider; `headerHandle` names the uploaded sample of a header file. */
export function componentsOf(template: Readonly<StoredRow>, buttons: Rows, headerHandle: string | undefined): Json[] {
  const components: Json[] = []
  if (template.header_type === 'TEXT' && template.header_text != null) {
    const example = placeholdersOf(template.header_text) > 0 ? { example: { header_text: ['sample'] } } : {}
    components.push({ type: 'HEADER', format: 'TEXT', text: template.header_text, ...example })
  } else if (template.header_type != null && template.header_type !== 'TEXT') {
    const example = headerHandle === undefined ? {} : { example: { header_handle: [headerHandle] } }
    components.push({ type: 'HEADER', format: template.header_type, ...example })
  }
  const samples = samplesOf(template)
  const example = samples.length > 0 ? { example: { body_text: [samples] } } : {}
  components.push({ type: 'BODY', text: template.body, ...example })
  if (template.footer != null) components.push({ type: 'FOOTER', text: template.footer })
  if (buttons.length > 0) components.push({ type: 'BUTTONS', buttons: buttons.map(buttonFor) })
  return components
}

/** One sample per line, or all on one line with commas if their number fits. */
function samplesOf({ body, sample_values: text }: Readonly<StoredRow>): string[] {
  const split = (mark: string) =>
    String(text ?? '')
      .split(mark)
      .map((sample) => sample.trim())
      .filter((sample) => sample !== '')
  return split('\n').length === placeholdersOf(body) ? split('\n') : split(',')
}

function buttonFor(button: Readonly<StoredRow>): Json {
  const text = button.button_label
  if (button.button_type === 'Call Phone') return { type: 'PHONE_NUMBER', text, phone_number: button.phone_number }
  if (button.button_type !== 'Visit Website') return { type: 'QUICK_REPLY', text }
  if (!isDynamic(button)) return { type: 'URL', text, url: button.website_url }
  const url = String(button.website_url ?? '')
  return { type: 'URL', text, url: url.includes('{{') ? url : `${url}{{1}}`, example: [button.example_url] }
}

/** Our record of a provider's template; undefined if it has no text or name. */
export function recordOf(data: unknown): (Json & { template_name: string; language_code: string }) | undefined {
  const template = asObject(data)
  const parts = asList(template.components).map(asObject)
  const part = (type: string) => parts.find((one) => scalarText(one.type)?.toUpperCase() === type) ?? {}
  const [header, body] = [part('HEADER'), part('BODY')]
  const format = scalarText(header.format)?.toUpperCase() ?? null
  const [name, language, text] = [scalarText(template.name), scalarText(template.language), scalarText(body.text)]
  if (name === null || language === null || text === null) return undefined
  const [samples] = asList(asObject(body.example).body_text)
  const count = placeholdersOf(text)
  const given = asList(samples).map((sample) => (scalarText(sample) ?? '').replace(/\s+/g, ' ').trim() || '-')
  const sample_values = Array.from({ length: count }, (_, index) => given[index] ?? '-').join('\n')
  return {
    template_name: name,
    language_code: language,
    category: scalarText(template.category)?.toUpperCase() ?? 'UTILITY',
    body: text,
    sample_values: count === 0 ? null : sample_values,
    header_type: ['TEXT', 'IMAGE', 'DOCUMENT', 'VIDEO'].includes(format ?? '') ? format : null,
    header_text: format === 'TEXT' ? scalarText(header.text) : null,
    footer: scalarText(part('FOOTER').text),
    buttons: asList(part('BUTTONS').buttons).flatMap(buttonFrom),
    ...stateOf(template),
  }
}

/** The state of a template at the provider. */
export function stateOf(data: unknown): Json {
  const { id, status, rejected_reason } = asObject(data)
  return {
    template_id: scalarText(id),
    status: templateStatus(status) ?? 'Pending',
    rejection_reason: reasonOf(status, [rejected_reason]),
  }
}

function buttonFrom(data: unknown): Json[] {
  const button = asObject(data)
  const type = scalarText(button.type)?.toUpperCase()
  const button_label = scalarText(button.text) ?? '-'
  if (type === 'QUICK_REPLY') return [{ button_type: 'Quick Reply', button_label }]
  if (type === 'PHONE_NUMBER') {
    return [{ button_type: 'Call Phone', button_label, phone_number: scalarText(button.phone_number) }]
  }
  if (type !== 'URL') return []
  const website_url = scalarText(button.url)
  const [example] = asList(button.example)
  const url_type = website_url?.includes('{{') ? 'Dynamic' : 'Static'
  return [{ button_type: 'Visit Website', button_label, website_url, url_type, example_url: scalarText(example) }]
}
