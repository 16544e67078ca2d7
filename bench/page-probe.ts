declare global {
  interface Window {
    probe: Probe
  }
}

/** What a page under measurement tells; nothing of it is part of the product. Milliseconds throughout. */
export interface Probe {
  /** Looks out for the next event of this type, before it is sent. */
  expect(type: string, isShown: () => boolean): void
  /** From that event, by its own time stamp, to the first frame in which `isShown` held. */
  shown(): Promise<number>
  /** From each key press, by its own time stamp, to the task after the frame that followed it, since the last call. */
  takeKeys(): number[]
  /** Scrolls by so many pixels a frame until `isEnd`; how long each frame took. */
  scroll(area: Element, step: number, isEnd: () => boolean): Promise<number[]>
  /** The interactions that took 16 ms or more, as the browser's own Event Timing has it, slowest first; and how many there were in all. */
  interactions(): { slow: Interaction[]; count: number }
  /** Cumulative layout shift: the worst window of shifts without a cause. */
  layoutShift(): number
}

export interface Interaction {
  /** In milliseconds. */
  duration: number
  /** The event, and what it came to. */
  what: string
}

/** Goes into the page before any code of its own, as a script that stands for itself. */
export function installProbe(): void {
  const keys: number[] = []
  const slowest = new Map<number, Interaction>()
  const shifts: { at: number; value: number }[] = []
  const channel = new MessageChannel()
  const waiting: (() => void)[] = []
  channel.port1.onmessage = () => waiting.shift()?.()

  // A task of its own, begun within a frame, comes when the frame has been handed over to be put on screen.
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
    scroll: (area, step, isEnd) =>
      new Promise((resolve) => {
        const frames: number[] = []
        let last: number | undefined
        const next = (time: number) => {
          if (last !== undefined) frames.push(time - last)
          last = time
          if (isEnd()) return resolve(frames)
          area.scrollTop += step
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    interactions: () => ({
      slow: [...slowest.values()].toSorted((a, b) => b.duration - a.duration),
      count: (performance as Performance & { interactionCount: number }).interactionCount,
    }),
    // As web.dev defines it: shifts less than a second apart make a window, which lasts no longer than five seconds.
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
