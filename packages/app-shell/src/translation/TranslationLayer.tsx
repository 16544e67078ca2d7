import { useI18n } from '@tavla/i18n/react'
import { useShortcut } from '@tavla/ui'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { isTranslateMode, setTranslateMode, watchTranslateMode } from './translate-mode.ts'
import './translation.css'

const TranslationEditor = lazy(() => import('./TranslationEditor.tsx'))

/** A text to correct: its English source and the meaning it has there. */
export interface TextAtHand {
  source: string
  context: string | null
}

/**
 * Correcting interface texts in place: a click on a globe marker, Alt+click on any text, or any click in translate mode opens
 * the editor, and never triggers the control that the text stands on (contract 7).
 */
export function TranslationLayer() {
  const { language } = useI18n()
  const isOn = useSyncExternalStore(watchTranslateMode, isTranslateMode)
  const [text, setText] = useState<TextAtHand | null>(null)
  const isCorrectable = language !== 'en'
  useShortcut('Escape', () => setTranslateMode(false), { isEnabled: isOn })

  useEffect(() => {
    if (!isCorrectable) {
      setTranslateMode(false)
      return
    }
    const handle = (event: MouseEvent) => {
      const found = textUnder(event)
      if (!found) return
      event.preventDefault()
      event.stopPropagation()
      if (event.type === 'click') setText(found)
    }
    // The press too: menus and lists act on it before there is a click.
    const types = ['click', 'pointerdown', 'mousedown'] as const
    for (const type of types) window.addEventListener(type, handle, true)
    return () => {
      for (const type of types) window.removeEventListener(type, handle, true)
    }
  }, [isCorrectable])

  if (!text) return null
  return (
    <Suspense fallback={null}>
      <TranslationEditor text={text} onClose={() => setText(null)} />
    </Suspense>
  )
}

function textUnder(event: MouseEvent): TextAtHand | undefined {
  const element = event.target instanceof Element ? textOf(event.target) : undefined
  if (!element || element.closest('[data-translation-editor]')) return undefined
  const isMeant = event.altKey || isTranslateMode() || element.hasAttribute('data-untranslated')
  const source = element.getAttribute('data-source')
  return isMeant && source ? { source, context: element.getAttribute('data-context') } : undefined
}

/** The text itself, or the only one inside the control that was hit. */
function textOf(target: Element): Element | undefined {
  const own = target.closest('[data-source]')
  if (own) return own
  const inside = target.closest('button, a, label')?.querySelectorAll('[data-source]') ?? []
  return inside.length === 1 ? inside[0] : undefined
}
