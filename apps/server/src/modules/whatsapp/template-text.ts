import type { StoredRow } from '../../entity/index.ts'

/** Number of different placeholders in a template's text. */
export function placeholdersOf(text: string | number | null | undefined): number {
  return new Set([...String(text ?? '').matchAll(/\{\{\s*(\d+)\s*\}\}/g)].map(([, number]) => number)).size
}

/** Fills a template's placeholders; a placeholder without a parameter stays. */
export function fillPlaceholders(text: string, parameters: readonly unknown[]): string {
  return text.replace(/\{\{\s*(\d+)\s*\}\}/g, (placeholder, number: string) => {
    const parameter = parameters[Number(number) - 1]
    return typeof parameter === 'string' || typeof parameter === 'number' ? String(parameter) : placeholder
  })
}

/** Parameters by the part that they fill. */
export interface TemplateParameters {
  body: string[]
  header: string[]
  /** Keyed by the index of a button with a dynamic address. */
  buttons: Map<number, string>
}

/**
 * Distributes parameters over the parts of a template: those of the body, then of the header, then one for each button
 * with a dynamic address, which may use their examples instead. Undefined when their number doesn't fit.
 */
export function sortParameters(
  template: Readonly<StoredRow>,
  buttons: readonly Readonly<StoredRow>[],
  parameters: readonly unknown[],
): TemplateParameters | undefined {
  const texts = parameters.map(onOneLine)
  if (texts.some((text) => text === undefined || text === '')) return undefined
  const given = texts as string[]
  const bodyCount = placeholdersOf(template.body)
  const headerCount = template.header_type === 'TEXT' ? placeholdersOf(template.header_text) : 0
  const dynamic = buttons.flatMap((button, index) => (isDynamic(button) ? [{ button, index }] : []))
  const fixed = bodyCount + headerCount
  if (given.length !== fixed && given.length !== fixed + dynamic.length) return undefined
  const endings = dynamic.map(({ button, index }, n): [number, string] => [
    index,
    given[fixed + n] ?? exampleOf(button),
  ])
  return { body: given.slice(0, bodyCount), header: given.slice(bodyCount, fixed), buttons: new Map(endings) }
}

export const isDynamic = (button: Readonly<StoredRow>) =>
  button.button_type === 'Visit Website' && button.url_type === 'Dynamic'

/** The part of the example address that stands for the placeholder. */
function exampleOf({ website_url, example_url }: Readonly<StoredRow>): string {
  const start = String(website_url ?? '').split('{{', 1)[0] ?? ''
  const example = String(example_url ?? '')
  return example.startsWith(start) ? example.slice(start.length) : example
}

/** Without line breaks, tabs and long gaps, which the provider refuses in a parameter. */
function onOneLine(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).replace(/\s+/g, ' ').trim()
}
