import { useRef } from 'react'
import type { Option } from './option.ts'

const pause = 600

/**
 * Finds an option by letters typed in quick succession; a repeated letter steps through the options that begin with it.
 */
export function useTypeAhead(options: readonly Option[]): (letter: string, active: number) => number {
  const typed = useRef({ text: '', at: 0 })
  return (letter, active) => {
    const now = performance.now()
    const before = now - typed.current.at > pause ? '' : typed.current.text
    const text = (before + letter).toLocaleLowerCase()
    typed.current = { text, at: now }
    const isRepeated = [...text].every((other) => other === text[0])
    return isRepeated ? find(options, text.slice(0, 1), active + 1) : find(options, text, Math.max(0, active))
  }
}

function find(options: readonly Option[], start: string, from: number): number {
  const matches = (option: Option) => option.label.toLocaleLowerCase().startsWith(start)
  const after = options.findIndex((option, index) => index >= from && matches(option))
  return after === -1 ? options.findIndex(matches) : after
}
