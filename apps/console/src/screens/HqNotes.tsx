import { client } from '@tavla/app-shell/frame'
import { useEffect } from 'react'
import { DamagedNote, DiskNote } from '../project/DiskNotes.tsx'
import { useReading } from '../reading/useReading.ts'
import './hq-notes.css'

/** How often the disks are asked for again, in milliseconds. */
const interval = 60_000

/** Above all projects: the disks of HQ and of its servers that are nearly full, and HQ's own damaged files. */
export function HqNotes() {
  const { value, reload } = useReading('disks', client.app.disks)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), interval)
    return () => clearInterval(timer)
  }, [reload])
  if (!value) return null
  return (
    <div className="hq-notes">
      {value.disks.map((disk) => (
        <DiskNote key={disk.name} disk={disk} name={disk.name} />
      ))}
      <DamagedNote files={value.damaged_files} />
    </div>
  )
}
