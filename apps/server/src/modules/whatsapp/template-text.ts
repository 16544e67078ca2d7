import type { StoredRow } from '../../entity/index.ts'

/** The numbers of the placeholders in a template's text, each once. */
export function placeholdersOf(text: string | number | null | undefined): number {
  return new Set([...String(text ?? '').matchAll(/\{\{\s*(\d+)\s*\}\}/g)].map(([, number]) => number)).size
}

/** A template's text with its placeholders filled; one without a parameter stays as it is. */
export function filled(text: string, parameters: readonly unknown[]): string {
  return text.replace(/\{\{\s*(\d+)\s*\}\}/g, (placeholder, number: string) => {
    const parameter = parameters[Number(number) - 1]
    return typeof parameter === 'string' || typeof parameter === 'number' ? String(parameter) : placeholder
  })
}

/** Parameters by the part that they fill: in this order they are sent with a message. */
export interface TemplateParameters {
  body: string[]
  header: string[]
  /** By the index of a button with a dynamic address. */
  buttons: Map<number, string>
}

/**
 * Sorts the parameters of a message by the parts of its template: those of the text, then of a title, then one for each
 * button with a dynamic address, which may be left to their examples. Undefined when they do not add up.
 */
export function sortParameters(
  template: Readonly<StoredRow>,
  buttons: readonly Readonly<StoredRow>[],
  parameters: readonly unknown[],
): TemplateParameters | undefined {
  const texts = parameters.map(textOf)
  if (texts.some((text) => text === undefined || text === '')) return undefined
  const given = texts as string[]
  const inBody = placeholdersOf(template.body)
  const inHeader = template.header_type === 'TEXT' ? placeholdersOf(template.header_text) : 0
  const dynamic = buttons.flatMap((button, index) => (isDynamic(button) ? [{ button, index }] : []))
  const fixed = inBody + inHeader
  if (given.length !== fixed && given.length !== fixed + dynamic.length) return undefined
  const endings = dynamic.map(({ button, index }, n): [number, string] => [
    index,
    given[fixed + n] ?? exampleOf(button),
  ])
  return { body: given.slice(0, inBody), header: given.slice(inBody, fixed), buttons: new Map(endings) }
}

export const isDynamic = (button: Readonly<StoredRow>) =>
  button.button_type === 'Visit Website' && button.url_type === 'Dynamic'

/** What the example address has in the place of the placeholder. */
function exampleOf({ website_url, example_url }: Readonly<StoredRow>): string {
  const start = String(website_url ?? '').split('{{', 1)[0] ?? ''
  const example = String(example_url ?? '')
  return example.startsWith(start) ? example.slice(start.length) : example
}

/** The provider takes no line breaks, tabs or long gaps in a parameter. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).replace(/\s+/g, ' ').trim()
}
