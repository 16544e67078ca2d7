import { Fragment, type ReactNode } from 'react'
import { isBlank } from '../is-blank.ts'
import { LineText } from '../LineText.tsx'
import { textType } from '../text-type.tsx'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'
import { dataForm } from './data-form.ts'

function LineView({ field, value }: FieldViewProps) {
  const { dir, href } = dataForm(field)
  const text = valueText(value)
  const address = href?.(text)
  if (address === undefined) return <bdi dir={dir}>{text}</bdi>
  const elsewhere = address.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {}
  return (
    <a className="field-link" href={address} dir={dir} {...elsewhere}>
      {breakable(text)}
    </a>
  )
}

/** An address with places for a new line behind its signs: where it does not fit, it ends between two words. */
const breakable = (address: string): ReactNode =>
  address.split(behindSign).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

const behindSign = /(?<=[@._+])/

function LineCell({ field, value }: FieldViewProps) {
  if (isBlank(value)) return null
  return <LineText text={valueText(value)} dir={dataForm(field).dir} />
}

const data: FieldTypeUi = {
  type: 'Data',
  View: LineView,
  Cell: LineCell,
  blank: null,
  ...textType,
  check: (value, field) => (typeof value === 'string' ? dataForm(field).check(value) : null),
  isSearched: true,
  isLine: true,
  namesEntity: () => true,
  isTitle: true,
  options: { kind: 'values', values: ['Email', 'Phone', 'URL'], none: 'Any text', areWords: true },
  sample: { value: 'מרפאת שיניים Smile & Co. (סניף 2)' },
  example: (field, context) => dataForm(field).example ?? textType.example?.(field, context),
}

export default data
