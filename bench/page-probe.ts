declare global {
  interface Window {
    probe: Probe
  }
}

/** Measurements inside a page; no part of the product. Milliseconds throughout. */
export interface Probe {
  /** Listens for the next event of this type; call it before the event. */
  expect(type: string, isShown: () => boolean): void
  /** Time from that event, by its own time stamp, to the first frame in which `isShown` held. */
  shown(): Promise<number>
  /** Time from each key press, by its own time stamp, to the task after the next frame, since the last call. */
  takeKeys(): number[]
  /** Scrolls by `step` pixels a frame until `isEnd`, and by `aside` to and fro; returns the duration of each frame. */
  scroll(area: Element, step: number, isEnd: () => boolean, aside?: number): Promise<number[]>
  /** The interactions of 16 ms or more in the browser's Event Timing, slowest first; and the number of all. */
  interactions(): { slow: Interaction[]; count: number }
  /** Cumulative layout shift: the worst window of shifts without a cause. */
  layoutShift(): number
}

export interface Interaction {
  /** In milliseconds. */
  duration: number
  /** The event, and its target. */
  what: string
}

/** Runs in the page before its own code, as a self-contained script. */
export function installProbe(): void {
  const keys: number[] = []
  const slowest = new Map<number, Interaction>()
  const shifts: { at: number; value: number }[] = []
  const channel = new MessageChannel()
  const waiting: (() => void)[] = []
  channel.port1.onmessage = () => waiting.shift()?.()

  // A task that is queued within a frame runs after the browser has presented the frame.
  const afterFrame = (done: () => void) => {
    waiting.push(done)
    channel.port2.postMessage(null)
  }

  addEventListener(
    'keydown',
    ({ timeStamp }) => requestAnimationFrame(() => afterFrame(() => keys.push(performance.now() - timeStamp))),
    true,
  )

  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit)
  watch('event', (entry) => {
    const { interactionId, duration, name, target } = entry as PerformanceEventTiming & { interactionId: number }
    if (interactionId === 0 || duration <= (slowest.get(interactionId)?.duration ?? 0)) return
    const to = target instanceof Element ? `${target.localName} ${target.className}`.trim() : 'what is gone'
    slowest.set(interactionId, { duration, what: `${name} on ${to}` })
  })
  watch('layout-shift', (entry) => {
    const { startTime, value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) shifts.push({ at: startTime, value })
  })

  let expected = Promise.resolve(Number.NaN)

  window.probe = {
    expect(type, isShown) {
      const { promise, resolve } = Promise.withResolvers<number>()
      expected = promise
      const begin = ({ timeStamp }: Event) => {
        const look = () => {
          if (isShown()) afterFrame(() => resolve(performance.now() - timeStamp))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener(type, begin, { capture: true, once: true })
    },
    shown: () => expected,
    takeKeys: () => keys.splice(0),
    scroll: (area, step, isEnd, aside = 0) =>
      new Promise((resolve) => {
        const frames: number[] = []
        let way = aside
        let last: number | undefined
        const next = (time: number) => {
          if (last !== undefined) frames.push(time - last)
          last = time
          if (isEnd()) return resolve(frames)
          area.scrollTop += step
          const from = area.scrollLeft
          area.scrollLeft += way
          // Either end of the columns turns round.
          if (area.scrollLeft === from) way = -way
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    interactions: () => ({
      slow: [...slowest.values()].toSorted((a, b) => b.duration - a.duration),
      count: (performance as Performance & { interactionCount: number }).interactionCount,
    }),
    // As web.dev defines it: shifts less than a second apart form a window of at most five seconds.
    layoutShift: () => {
      let worst = 0
      let sum = 0
      let first = Number.NEGATIVE_INFINITY
      let last = Number.NEGATIVE_INFINITY
      for (const { at, value } of shifts) {
        if (at - last > 1000 || at - first > 5000) {
          sum = 0
          first = at
        }
        sum += value
        last = at
        worst = Math.max(worst, sum)
      }
      return worst
    },
  }
}
