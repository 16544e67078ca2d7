import { sourceOf, type TextSource } from '@tavla/i18n/react'

/** A text on screen, and whether it is marked while untranslated: names that operators gave never are. */
export interface TextOnScreen extends TextSource {
  isMarked: boolean
}

/** Every interface text on screen or in the window on top, including names of controls; each once. */
export function textsOnScreen(): TextOnScreen[] {
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const found = new Map<string, TextOnScreen>()
  for (const element of root.querySelectorAll('[data-source], [aria-label], [placeholder], [title]')) {
    if (!element.checkVisibility()) continue
    for (const text of [drawnText(element), ...attributeTexts(element)]) {
      // Numbers and signs read the same in every language.
      if (!text || !/\p{L}/u.test(text.source)) continue
      const key = `${text.context}\n${text.source}`
      const isMarked = element.hasAttribute('data-untranslated') || found.get(key)?.isMarked === true
      found.set(key, { ...text, isMarked })
    }
  }
  return [...found.values()]
}

/** The interface text that an element draws. */
export function drawnText(element: Element): TextSource | undefined {
  const source = element.getAttribute('data-source')
  return source ? { source, context: element.getAttribute('data-context') } : undefined
}

/** The interface texts in an element's name and placeholder. */
export function attributeTexts(element: Element): TextSource[] {
  return attributes.flatMap((name) => sourceOf(element.getAttribute(name) ?? '') ?? [])
}

const attributes = ['aria-label', 'placeholder', 'title']
