import './show.css'

/** Progress from 0 to 1; without a value the bar only shows that something runs. */
export function ProgressBar({ value, label }: { value?: number | undefined; label: string }) {
  return <progress className="progress" aria-label={label} {...(value !== undefined && { value, max: 1 })} />
}
