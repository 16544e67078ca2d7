import { isBlank, textOf } from './text-value.ts'
import type { FieldViewProps } from './ui-types.ts'

/** Text of one line in its own direction. */
export function TextView({ value }: FieldViewProps) {
  return <bdi className="field-text">{textOf(value)}</bdi>
}

/** Text of many lines, as it was typed. */
export function LongTextView({ value }: FieldViewProps) {
  return (
    <div className="field-long-text" dir="auto">
      {textOf(value)}
    </div>
  )
}

/** Code and data: left to right in every language, one width for every letter. */
export function CodeView({ value }: FieldViewProps) {
  return (
    <pre className="field-code" dir="ltr">
      <code>{textOf(value)}</code>
    </pre>
  )
}

/** The beginning of a text, on one line. */
export function TextCell({ value }: FieldViewProps) {
  if (isBlank(value)) return null
  return <bdi>{textOf(value).slice(0, longestCell)}</bdi>
}

/** The same for ids, code and phones, which never turn. */
export function LtrCell({ value }: FieldViewProps) {
  if (isBlank(value)) return null
  return <bdi dir="ltr">{textOf(value).slice(0, longestCell)}</bdi>
}

/** More than any cell shows; keeps a long text of many records out of the page. */
const longestCell = 200
