import type { FieldMeta, Meta } from '@tavla/contract'
import { type FieldForm, FieldFormContext, FieldGrid, type FieldGridProps } from '@tavla/entity-ui'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

const field = (fieldname: string, more: Partial<FieldMeta> = {}) =>
  ({ fieldname, fieldtype: 'Data', label: fieldname, options: null, hidden: 0, read_only: 0, ...more }) as FieldMeta

const fields = [
  field('subject'),
  field('status', { read_only: 1 }),
  field('made_by', { fieldtype: 'Read Only' }),
  field('photo', { fieldtype: 'Attach Image', hidden: 1 }),
]

const draw = (props: Partial<FieldGridProps>) =>
  renderToStaticMarkup(<FieldGrid fields={fields} values={{}} onChange={() => undefined} {...props} />)

const partsOf = (markup: string) => markup.split('data-field="').slice(1)
const nameOf = (part: string) => part.slice(0, part.indexOf('"'))
const shown = (props: Partial<FieldGridProps>) => partsOf(draw(props)).map(nameOf)
/** The editable fields. */
const open = (props: Partial<FieldGridProps>) =>
  partsOf(draw(props))
    .filter((part) => part.includes('<input'))
    .map(nameOf)

test('read-only fields stay closed in edit mode unless forced, and server-only fields always', () => {
  expect(open({})).toEqual(['subject'])
  expect(open({ isForced: true })).toEqual(['subject', 'status'])
})

test('hidden fields are not drawn, and there are four columns by default', () => {
  expect(shown({})).toEqual(['subject', 'status', 'made_by'])
  expect(draw({})).toContain('--columns:4')
  expect(draw({ columns: 2 })).toContain('--columns:2')
})

describe('an amount', () => {
  const meta = { all_fields: [field('paid_in')] } as Meta
  const form: FieldForm = { entity: 'Order', id: null, meta, titles: new Map() }

  /** The read-only text, and the suffix of its input. */
  function drawn(options: string | null, values: Record<string, unknown> = {}) {
    const grid = (onChange?: () => void) =>
      renderToStaticMarkup(
        <FieldFormContext value={form}>
          <FieldGrid
            fields={[field('budget', { fieldtype: 'Currency', options })]}
            values={{ ...values, budget: 1234.5 }}
            readOnly={!onChange}
            onChange={onChange}
          />
        </FieldFormContext>,
      )
    return [
      /class="numeric amount">(.*?)<\/span>/
        .exec(grid())?.[1]
        ?.replace(/<[^>]*>/g, '')
        .replace('\u00a0', ' '),
      /class="field-suffix">([^<]*)</.exec(grid(() => undefined))?.[1],
    ]
  }

  test("ends with the currency of its options, by a code or by a field that holds one, else with the site's", () => {
    expect(drawn('USD')).toEqual(['1,234.50 $', '$'])
    expect(drawn('CHF')).toEqual(['1,234.50 CHF', 'CHF'])
    expect(drawn('paid_in', { paid_in: 'EUR' })).toEqual(['1,234.50 €', '€'])
    expect(drawn('paid_in', { paid_in: null })).toEqual(['1,234.50 ₪', '₪'])
    expect(drawn(null)).toEqual(['1,234.50 ₪', '₪'])
  })

  test('has no sign in a row without the field of its currency', () => {
    expect(drawn('paid_in')[0]).toBe('1,234.50')
  })
})
