import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { emptyDocument, fillDocument, hasColours } from './mail-content.ts'
import { hasRemotePictures, type PictureHosts } from './mail-pictures.ts'
import { frameStyles } from './mail-styles.ts'

interface MailFrameProps {
  html: string
  /** Accessible name of the frame. */
  title: string
  /** True when the user has asked for remote images. */
  withRemote: boolean
  onAskRemote: () => void
  /** The height at which the mail was last drawn, in pixels; reserved until it is drawn again. */
  height: number | null
  /** Called with the mail's height, in pixels, whenever it changes. */
  onFit: (height: number) => void
}

/**
 * A received mail with its layout, in a frame that runs no script (reference: conversations, Receiving mail); as high
 * as its content. Remote images tell their owner who reads, so they load only on request.
 */
export function MailFrame({ html, title, height, withRemote, onAskRemote, onFit }: MailFrameProps) {
  const { client } = useEnvironment()
  const hosts = useMemo(
    () => ({ page: location.origin, site: new URL(client.host || '/', location.origin).origin }),
    [client.host],
  )
  const canAsk = useMemo(() => !withRemote && hasRemotePictures(html, hosts), [html, hosts, withRemote])
  return (
    <>
      {canAsk && (
        <p className="mail-pictures">
          <Icon name="hide_image" size="small" />
          <span>
            <Text source="Pictures from elsewhere are not loaded." />
          </span>
          <Button size="small" variant="quiet" onClick={onAskRemote}>
            <Text source="Show pictures" />
          </Button>
        </p>
      )}
      <Frame key={String(withRemote)} {...{ html, title, height, hosts, withRemote, onFit }} />
    </>
  )
}

interface FrameProps extends Omit<MailFrameProps, 'onAskRemote'> {
  hosts: PictureHosts
}

function Frame({ html, title, height, hosts, withRemote, onFit }: FrameProps) {
  const { t } = useI18n()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const isPaper = hasColours(html, withRemote)
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
    fillDocument(inner, { html, quoteLabel, hosts, withRemote })
    const fit = () => {
      const height = Math.ceil(inner.documentElement.getBoundingClientRect().height)
      element.style.blockSize = `${height}px`
      onFit(height)
    }
    const watch = new ResizeObserver(fit)
    watch.observe(inner.documentElement)
    fit()
    return () => watch.disconnect()
  }, [html, title, quoteLabel, isPaper, hosts, withRemote, isLoaded, onFit])

  return (
    <iframe
      ref={frame}
      className="mail-frame"
      data-paper={isPaper || undefined}
      title={title}
      style={height === null ? undefined : { blockSize: height }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      {...(withRemote ? remote : { srcDoc: emptyDocument(hosts.site) })}
      referrerPolicy="no-referrer"
      onLoad={() => setLoaded(true)}
    />
  )
}

/** A page with its own policy, and without cookies in browsers that support credentialless frames. */
const remote = { src: '/mail-frame.html', credentialless: '' }
