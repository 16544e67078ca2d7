import { type Sql, sql } from './sql.ts'
import type { Reader, Tx } from './store.ts'

/** A folding by other rules needs another name: indexes hold what this one returned. */
const name = 'search_fold_1'

const hebrewMarks = '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7'
const invisible = '\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff'
const quotes = `''"\`\\u00b4\\u05f3\\u05f4\\u2018-\\u201f\\u2032\\u2033`
const hyphens = '-\\u05be\\u2010-\\u2015\\u2212'

/**
 * The same folding as `searchFold`, for text that `fold` has folded: an index needs a function of the database. Most
 * texts are plain ones that need no normalisation.
 */
const definition = sql.raw(`create or replace function ${name}(t text) returns text
  language plpgsql immutable strict parallel safe as $body$
begin
  if t !~ '[^\\n -,.-@[-~]' then return t; end if;
  if t ~ '[^\\n\\r\\t -@[-~\\u0591-\\u05f4]' then
    t := normalize(lower(normalize(t, NFKC) collate "C"), NFKD);
    t := translate(t, 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩÆƎȢƐ', 'αβγδεζηθικλμνξοπρστυφχψωæǝȣɛ');
    t := regexp_replace(t, '[\\u0300-\\u036f${invisible}]', '', 'g');
  end if;
  t := regexp_replace(t, '[${hebrewMarks}]', '', 'g');
  t := regexp_replace(t, '([\\u05d0-\\u05ea])[${quotes}]+', '\\1', 'g');
  t := regexp_replace(t, '[${hyphens}]+', ' ', 'g');
  t := translate(t, 'ךםןףץς', 'כמנפצσ');
  if t ~ '[^\\n\\r\\t -~\\u05d0-\\u05f4]' then return normalize(t, NFC); end if;
  return t;
end $body$`)

/** The form of a text in which search compares; `text` is the folded column. */
export const searchFolded = (text: Sql<unknown>): Sql<string | null> => sql`${sql.id(name)}(${text})`

/** Creates the function unless it is there. */
export async function makeSearchFold(tx: Tx): Promise<void> {
  if (!(await hasSearchFold(tx))) await tx.run(definition)
}

async function hasSearchFold(reader: Reader): Promise<boolean> {
  const found = await reader.get<{ at: string | null }>(sql`select to_regprocedure(${`${name}(text)`})::text as at`)
  return found?.at != null
}
