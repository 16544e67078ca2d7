import { type RefObject, useEffect } from 'react'
import type { Medium } from './message.ts'

/** Focuses the first empty box of a form each time `begun` grows; 0 leaves the focus where it is. */
export function useFirstEmptyBox(form: RefObject<HTMLElement | null>, medium: Medium, begun: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer starts at its own first empty box
  useEffect(() => {
    if (begun === 0) return
    const { current } = form
    const wanted = ':is(input[type=text], input[type=tel], textarea):not(.composer-pair *)'
    const boxes = [...(current?.querySelectorAll<HTMLInputElement>(wanted) ?? [])]
    const box = boxes.find((one) => one.value === '') ?? boxes.at(-1)
    box?.focus()
  }, [form, medium, begun])
}
