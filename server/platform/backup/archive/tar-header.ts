const RECORD = 512
/** Stands in the place of a header's own sum while the sum is counted. */
const BLANK_SUM = '        '

/** Returns the number of padding zeros after a content of so many bytes. */
export const padding = (bytes: number): number => (RECORD - (bytes % RECORD)) % RECORD

/**
 * The header of a plain file in a tar (POSIX ustar): readable by its owner, of the year 1970, so that the same content makes the same
 * archive. Names of ours are ASCII and have a slash where they must be parted. Throws RangeError for any other.
 */
export function tarHeader(name: string, bytes: number): Buffer {
  const [prefix, last] = part(name)
  const header = Buffer.alloc(RECORD)
  header.write(last, 0, 'latin1')
  header.write('000600 \0', 100, 'latin1')
  header.write('000000 \0', 108, 'latin1')
  header.write('000000 \0', 116, 'latin1')
  header.write(`${bytes.toString(8).padStart(11, '0')} `, 124, 'latin1')
  header.write(`${'0'.repeat(11)} `, 136, 'latin1')
  header.write(BLANK_SUM, 148, 'latin1')
  header.write('0', 156, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

/** A name of more than 100 characters is parted at a slash; up to 155 stand before it. */
function part(name: string): [prefix: string, last: string] {
  // oxlint-disable-next-line no-control-regex -- exactly those are meant
  if (!/^[\x21-\x7e]+$/.test(name)) throw new RangeError(`${name} is no name of a backup's.`)
  if (name.length <= 100) return ['', name]
  const slash = name.indexOf('/', name.length - 101)
  if (slash < 1 || slash > 155 || slash === name.length - 1)
    throw new RangeError(`${name} is too long for a backup.`)
  return [name.slice(0, slash), name.slice(slash + 1)]
}
