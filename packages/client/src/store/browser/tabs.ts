import { createListeners } from '../../listeners.ts'

/** A message to the other tabs of this browser on the same origin; `what` names its kind. */
interface TabMessage {
  what: string
  about: unknown
}

let channel: BroadcastChannel | undefined

const messages = createListeners<[what: string, about: unknown]>(() => {
  const hear = ({ data }: MessageEvent<TabMessage>) => messages.tell(data.what, data.about)
  const open = openChannel()
  open?.addEventListener('message', hear)
  return () => open?.removeEventListener('message', hear)
})

/** Calls `listener` with what other tabs tell, until the returned function is called. */
export const hearTabs = messages.listen

/** Tells the other tabs; it does nothing in a browser without such messages. */
export function tellTabs(what: string, about: unknown): void {
  openChannel()?.postMessage({ what, about } satisfies TabMessage)
}

function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'function') channel ??= new BroadcastChannel('tavla')
  return channel
}
