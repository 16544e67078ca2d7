import { createContext, use } from 'react'
import { breakable } from './line-cut.ts'

/** True when the cells below have one line each, of which the style sheet shows the beginning. */
export const CutLinesContext = createContext(false)

/** A text in its own direction; a line that is too long is cut in reading order. */
export function LineText({ text, dir }: { text: string; dir?: 'ltr' | 'rtl' | 'auto' | undefined }) {
  const isCut = use(CutLinesContext) && (dir === undefined || dir === 'auto')
  const drawn = isCut ? breakable(text) : undefined
  return (
    <bdi className={drawn === undefined ? undefined : 'line-cut'} dir={dir}>
      {drawn ?? text}
    </bdi>
  )
}
