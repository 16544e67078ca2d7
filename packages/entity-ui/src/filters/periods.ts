/** The periods that the screen offers, by their names in the API, with their English source texts. */
export const periods: readonly (readonly [name: string, label: string, args?: readonly number[]])[] = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['tomorrow', 'Tomorrow'],
  ['this_week', 'This Week'],
  ['last_week', 'Last Week'],
  ['next_week', 'Next Week'],
  ['this_month', 'This Month'],
  ['last_month', 'Last Month'],
  ['next_month', 'Next Month'],
  ['this_quarter', 'This Quarter'],
  ['last_quarter', 'Last Quarter'],
  ['next_quarter', 'Next Quarter'],
  ['this_year', 'This Year'],
  ['last_year', 'Last Year'],
  ['next_year', 'Next Year'],
  ['last_7_days', 'Last {0} Days', [7]],
  ['last_30_days', 'Last {0} Days', [30]],
  ['last_90_days', 'Last {0} Days', [90]],
  ['next_7_days', 'Next {0} Days', [7]],
  ['next_30_days', 'Next {0} Days', [30]],
  ['past', 'The Past'],
  ['future', 'The Future'],
]

/** The text of a period's name, also of a number of days that the screen does not offer. */
export function periodText(name: string, t: (source: string, args?: readonly number[]) => string): string {
  const [, side, days] = /^(last|next)_(\d+)_days$/.exec(name) ?? []
  if (side) return t(side === 'last' ? 'Last {0} Days' : 'Next {0} Days', [Number(days)])
  const found = periods.find(([known]) => known === name)
  return found ? t(found[1]) : name
}
