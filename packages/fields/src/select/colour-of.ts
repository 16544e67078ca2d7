import type { Colour, Meta } from '@tavla/contract'

/** The colour of the entity's state of that title; a colour name has its own colour. */
export function colourOf(meta: Meta | null, title: string): Colour | undefined {
  return meta?.states.find((state) => state.title === title)?.color ?? colours.get(title)
}

const colours = new Map<string, Colour>(
  (['Blue', 'Cyan', 'Gray', 'Green', 'Light Blue', 'Orange', 'Pink', 'Purple', 'Red', 'Yellow'] satisfies Colour[]).map(
    (colour) => [colour, colour],
  ),
)
