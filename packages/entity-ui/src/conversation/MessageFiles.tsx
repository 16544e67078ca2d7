import { type EntityRecord, textOf } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { filesOf, mediumOf } from './message.ts'

/** The files of a message; WhatsApp images and voice messages are shown and played in place. */
export function MessageFiles({ message }: { message: EntityRecord }) {
  return <MessageFileList files={filesOf(message)} isShown={mediumOf(message) !== 'Email'} />
}

interface MessageFileListProps {
  files: readonly EntityRecord[]
  /** Images and voice messages are shown and played in place. */
  isShown: boolean
}

/** The files of a message or a note. */
export function MessageFileList({ files, isShown }: MessageFileListProps) {
  const { t } = useI18n()
  if (files.length === 0) return null
  return (
    <ul className="message-files" aria-label={t('Attachments')}>
      {files.map((file) => (
        <li key={file.id}>
          <MessageFile url={textOf(file.file_url)} name={textOf(file.file_name)} isShown={isShown} />
        </li>
      ))}
    </ul>
  )
}

function MessageFile({ url, name, isShown }: { url: string; name: string; isShown: boolean }) {
  const { client } = useEnvironment()
  const address = client.fileUrl(url)
  const words = name || url
  if (isShown && /\.(png|jpe?g|gif|webp)$/i.test(url)) {
    return (
      <a href={address} target="_blank" rel="noreferrer" className="message-picture">
        <img src={`${address}?width=512`} alt={words} loading="lazy" referrerPolicy="strict-origin" />
      </a>
    )
  }
  if (isShown && /\.(ogg|opus|oga|mp3|m4a|aac|amr)$/i.test(url)) {
    // biome-ignore lint/a11y/useMediaCaption: a voice message has no captions
    return <audio controls preload="none" src={address} aria-label={words} /> // oxlint-disable-line jsx-a11y/media-has-caption
  }
  return (
    <>
      <Icon name="attach_file" size="small" />
      <a className="text-link" href={address} target="_blank" rel="noreferrer">
        <bdi>{words}</bdi>
      </a>
    </>
  )
}
