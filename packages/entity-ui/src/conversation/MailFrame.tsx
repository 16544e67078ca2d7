import { useI18n } from '@tavla/i18n/react'
import { useEffect, useRef, useState } from 'react'
import { emptyDocument, fillDocument, hasColours } from './mail-content.ts'
import { frameStyles } from './mail-styles.ts'

interface MailFrameProps {
  html: string
  /** Named for screen readers. */
  title: string
}

/** A received mail as it was laid out, in a frame of its own in which nothing runs (contract 9.5); as high as its content. */
export function MailFrame({ html, title }: MailFrameProps) {
  const { t } = useI18n()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const isPaper = hasColours(html)
  const quoteLabel = t('Quoted text')

  useEffect(() => {
    const element = frame.current
    const inner = element?.contentDocument
    if (!isLoaded || !element || !inner?.body) return
    const view = inner.defaultView as (Window & typeof globalThis) | null
    if (view) {
      const sheet = new view.CSSStyleSheet()
      sheet.replaceSync(frameStyles)
      inner.adoptedStyleSheets = [sheet]
    }
    inner.documentElement.lang = document.documentElement.lang
    inner.title = title
    inner.documentElement.toggleAttribute('data-paper', isPaper)
    fillDocument(inner, html, quoteLabel)
    const fit = () => {
      element.style.blockSize = `${Math.ceil(inner.documentElement.getBoundingClientRect().height)}px`
    }
    const watch = new ResizeObserver(fit)
    watch.observe(inner.documentElement)
    fit()
    return () => watch.disconnect()
  }, [html, title, quoteLabel, isPaper, isLoaded])

  return (
    <iframe
      ref={frame}
      className="mail-frame"
      data-paper={isPaper || undefined}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={emptyDocument}
      referrerPolicy="no-referrer"
      onLoad={() => setLoaded(true)}
    />
  )
}
