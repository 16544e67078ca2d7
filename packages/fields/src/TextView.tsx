import { Text } from '@tavla/i18n/react'
import { Button, useIsOnPaper } from '@tavla/ui'
import { type ReactNode, useState } from 'react'
import { isBlank } from './is-blank.ts'
import { LineText } from './LineText.tsx'
import type { FieldViewProps } from './ui-types.ts'
import { valueText } from './value-text.ts'

type DirectedViewProps = FieldViewProps & { dir?: 'ltr' | 'rtl' }

/** Text of one line in its own direction. */
export function TextView({ value }: FieldViewProps) {
  return <bdi className="field-text">{valueText(value)}</bdi>
}

/** Text of many lines as it was typed; a very long one shows its beginning first. */
export function LongTextView({ value }: FieldViewProps) {
  const [text, more] = useFolded(valueText(value))
  return (
    <>
      <div className="field-long-text" dir="auto">
        {text}
      </div>
      {more}
    </>
  )
}

/** Code and data: left to right in every language unless `dir` says otherwise, in a monospaced font. */
export function CodeView({ value, dir = 'ltr' }: DirectedViewProps) {
  const [text, more] = useFolded(valueText(value))
  return (
    <>
      <pre className="field-code" dir={dir}>
        <code>{text}</code>
      </pre>
      {more}
    </>
  )
}

/** The visible part of a text, and the button that shows the next part. */
function useFolded(text: string): [string, ReactNode] {
  const [length, setLength] = useState(maxShownLength)
  const isOnPaper = useIsOnPaper()
  if (text.length <= length || isOnPaper) return [text, null]
  const more = (
    <Button size="small" variant="quiet" onClick={() => setLength(length * 4)}>
      <Text source="More" />
    </Button>
  )
  return [`${text.slice(0, length)}…`, more]
}

/** Characters shown at first, about ten pages; drawing a megabyte of text would block the page. */
const maxShownLength = 20_000

/** The beginning of a text, on one line. */
export function TextCell({ value }: FieldViewProps) {
  if (isBlank(value)) return null
  return <LineText text={valueText(value).slice(0, maxCellLength)} />
}

/** The same for ids, code and phone numbers, which keep their direction in every language. */
export function LtrCell({ value, dir = 'ltr' }: DirectedViewProps) {
  if (isBlank(value)) return null
  return <bdi dir={dir}>{valueText(value).slice(0, maxCellLength)}</bdi>
}

/** Characters drawn in a cell: more than any cell shows, so that long texts of many records stay out of the page. */
const maxCellLength = 200
