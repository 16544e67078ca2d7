const units: readonly [RegExp, number][] = [
  [/^(d|day|days|י|י׳|ימים|יום)$/i, 86_400],
  [/^(h|hr|hour|hours|ש|ש׳|שעות|שעה)$/i, 3_600],
  [/^(m|min|minute|minutes|דק|דק׳|דקות|דקה)$/i, 60],
  [/^(s|sec|second|seconds|שנ|שנ׳|שניות|שנייה)$/i, 1],
]

/**
 * Whole seconds of a typed text: plain seconds (`5400`), a clock (`1:30` hours and minutes, `1:30:00`), or parts with
 * units (`1h 30m`, `1 ש׳ 30 דק׳`). Null if it is none of these.
 */
export function parseDuration(text: string): number | null {
  const plain = text.replace(/[\u200e\u200f,]/g, '').trim()
  const negative = plain.startsWith('-')
  const seconds = parseParts(negative ? plain.slice(1).trim() : plain)
  if (seconds === null) return null
  return negative && seconds !== 0 ? -seconds : seconds
}

function parseParts(text: string): number | null {
  if (/^\d+(\.\d*)?$/.test(text)) return Math.trunc(Number(text))
  const clock = /^(\d+):([0-5]?\d)(?::([0-5]?\d))?$/.exec(text)
  if (clock) return Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([\p{L}׳']+)\.?\s*/gu)]
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) return null
  let seconds = 0
  for (const [, amount, name] of parts) {
    const unit = units.find(([pattern]) => pattern.test((name ?? '').replace("'", '׳')))
    if (!unit) return null
    seconds += Number(amount) * unit[1]
  }
  return Math.trunc(seconds)
}
