import { Avatar, Badge, Button, Card, EmptyState, Pill, type PillColor, ProgressBar, Skeleton } from '@tavla/ui'

const colors: PillColor[] = ['Blue', 'Cyan', 'Gray', 'Green', 'Light Blue', 'Orange', 'Pink', 'Purple', 'Red', 'Yellow']

export function Shows() {
  return (
    <section className="gallery-part">
      <h2>{'shows'}</h2>
      <div className="gallery-row">
        {colors.map((color) => (
          <Pill key={color} color={color}>
            {color}
          </Pill>
        ))}
      </div>
      <div className="gallery-row">
        <Avatar name="Dana Levi" id="dana@example.com" size="small" />
        <Avatar name="Dana Levi" id="dana@example.com" />
        <Avatar name="" id="noa@example.com" size="large" />
        <Badge count={7} label="open" />
        <Badge count={12} isQuiet />
        <Badge count={1200} />
      </div>
      <ProgressBar value={0.4} label="progress" />
      <ProgressBar label="running" />
      <div className="gallery-grid">
        <Card>{'card'}</Card>
      </div>
      <div className="gallery-grid">
        <EmptyState kind="empty" title="No records found" action={<Button variant="primary">{'Add'}</Button>} />
        <EmptyState kind="noResult" title="No results" action={<Button>{'Clear'}</Button>} />
        <EmptyState kind="noRight" title="You do not have permission to view Task." />
        <EmptyState
          kind="failed"
          title="Something went wrong"
          description="Reference: 9f2c"
          action={<Button>{'Retry'}</Button>}
        />
        <Skeleton label="loading" />
        <Skeleton label="loading" shape="rows" lines={3} />
      </div>
    </section>
  )
}
