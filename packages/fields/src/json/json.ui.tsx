import { isBlank } from '../is-blank.ts'
import { CodeView } from '../TextView.tsx'
import type { FieldTypeUi } from '../ui-types.ts'
import { fromJsonText, isJsonText, toJsonText } from './json-text.ts'

const json: FieldTypeUi = {
  type: 'JSON',
  View: (props) => <CodeView {...props} value={toJsonText(props.value)} />,
  Cell: ({ value }) => (isBlank(value) ? null : <bdi dir="ltr">{JSON.stringify(value).slice(0, 200)}</bdi>),
  blank: null,
  columnWidth: 220,
  isUnfilterable: true,
  wide: 'full',
  // The draft is text, so that half-typed JSON is not lost.
  toInput: toJsonText,
  fromInput: fromJsonText,
  check: (value) => (typeof value === 'string' && !isJsonText(value) ? '{0} must be valid JSON' : null),
  defaultBy: 'none',
  sample: { value: { name: 'נועה', tags: ['a', 'b'] } },
  example: () => null,
  isLongToRead: true,
}

export default json
