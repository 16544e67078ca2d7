import { type TextSource, useI18n } from '@tavla/i18n/react'
import { useShortcut } from '@tavla/ui'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { attributeTexts, drawnText } from './texts-on-screen.ts'
import {
  isTextListOpen,
  isTranslateMode,
  setTextListOpen,
  setTranslateMode,
  textListKeys,
  watchTranslateMode,
} from './translate-mode.ts'
import { useLiveTranslations } from './useLiveTranslations.ts'
import './translation.css'

const TranslationEditor = lazy(() => import('./TranslationEditor.tsx'))
const TextList = lazy(() => import('./TextList.tsx'))

/**
 * Corrects interface texts in place: a click on a globe marker, Alt+click on any text, any click in translate mode, or
 * the list of the texts on screen opens the editor, and never triggers the control under the text (reference: texts,
 * Missing translations).
 */
export function TranslationLayer() {
  const { t, language } = useI18n()
  const isOn = useSyncExternalStore(watchTranslateMode, isTranslateMode)
  const isListOpen = useSyncExternalStore(watchTranslateMode, isTextListOpen)
  const [text, setText] = useState<TextSource | null>(null)
  const isCorrectable = language !== 'en'
  useShortcut('Escape', () => setTranslateMode(false), { isEnabled: isOn })
  useShortcut(textListKeys, openList, { isEnabled: isCorrectable, label: t('Texts on this screen') })
  useKeyInWindows(isCorrectable)
  useLiveTranslations()

  useEffect(() => {
    if (!isCorrectable) {
      setTranslateMode(false)
      setTextListOpen(false)
      return
    }
    const handle = (event: MouseEvent) => {
      const found = textUnder(event)
      if (!found) return
      event.preventDefault()
      event.stopPropagation()
      if (event.type === 'click') setText(found)
    }
    // Catches presses too: menus and lists act on them before the click.
    const types = ['click', 'pointerdown', 'mousedown'] as const
    for (const type of types) window.addEventListener(type, handle, true)
    return () => {
      for (const type of types) window.removeEventListener(type, handle, true)
    }
  }, [isCorrectable])

  useEffect(() => {
    if (!isCorrectable) return
    const watching = import('./repeated-marks.ts').then(({ watchRepeatedMarks }) => watchRepeatedMarks())
    // Without it, each globe is shown.
    watching.catch(() => undefined)
    return () => void watching.then((stop) => stop()).catch(() => undefined)
  }, [isCorrectable])

  return (
    <>
      <Suspense fallback={null}>
        {isListOpen && <TextList onChoose={setText} onClose={() => setTextListOpen(false)} />}
      </Suspense>
      <Suspense fallback={null}>{text && <TranslationEditor text={text} onClose={() => setText(null)} />}</Suspense>
    </>
  )
}

const openList = () => setTextListOpen(true)

/** Shortcuts work only on the page, so this key gets its own listener for open windows. */
function useKeyInWindows(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return
    const handle = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyT' || !document.querySelector('dialog:modal') || isTextListOpen()) return
      event.preventDefault()
      openList()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [isEnabled])
}

function textUnder(event: MouseEvent): TextSource | undefined {
  const { target } = event
  if (!(target instanceof Element) || target.closest('[data-translation-editor]')) return undefined
  const isMeant = event.altKey || isTranslateMode()
  const element = textElementOf(target)
  if (element) return isMeant || isMarker(element) ? drawnText(element) : undefined
  const control = event.altKey ? target.closest('button, a, input, textarea') : null
  return control ? attributeTexts(control)[0] : undefined
}

/** An option of a list must stay usable: there a click on the marker does not open the editor. */
const isMarker = (element: Element): boolean =>
  element.hasAttribute('data-untranslated') && !element.closest('[role="option"], [role="combobox"]')

/** The text itself, or the only text inside the clicked control. */
function textElementOf(target: Element): Element | undefined {
  const own = target.closest('[data-source]')
  if (own) return own
  const inside = target.closest('button, a, label')?.querySelectorAll('[data-source]') ?? []
  return inside.length === 1 ? inside[0] : undefined
}
