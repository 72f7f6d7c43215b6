/**
 * A WebM writer for films whose every frame is a key frame. A lossy WebP picture holds exactly one VP8 key frame, and a VP8
 * film is a row of them, so sharp can make the frames and no video encoder is needed.
 */

/** Joins lossy WebP pictures of one size into a film that browsers play. */
export function webmOfWebps(
  pictures: readonly Buffer[],
  film: { width: number; height: number; framesPerSecond: number },
): Buffer {
  const frameMs = Math.round(1000 / film.framesPerSecond)
  const info = element(
    0x1549a966,
    element(0x2ad7b1, unsigned(1_000_000)), // times are counted in milliseconds
    element(0x4489, float(pictures.length * frameMs)),
    element(0x4d80, Buffer.from('tahanan-demo')),
    element(0x5741, Buffer.from('tahanan-demo')),
  )
  const tracks = element(
    0x1654ae6b,
    element(
      0xae,
      element(0xd7, unsigned(1)), // track number
      element(0x73c5, unsigned(1)), // track id
      element(0x9c, unsigned(0)), // no lacing
      element(0x83, unsigned(1)), // video
      element(0x86, Buffer.from('V_VP8')),
      element(0x23e383, unsigned(frameMs * 1_000_000)),
      element(0xe0, element(0xb0, unsigned(film.width)), element(0xba, unsigned(film.height))),
    ),
  )
  const cluster = element(
    0x1f43b675,
    element(0xe7, unsigned(0)),
    ...pictures.map((picture, index) => simpleBlock(vp8Frame(picture), index * frameMs)),
  )
  // The one cluster lies behind the information, the tracks and this table of where to seek.
  const cuesOf = (position: number): Buffer =>
    element(
      0x1c53bb6b,
      element(
        0xbb,
        element(0xb3, unsigned(0)),
        element(
          0xb7,
          element(0xf7, unsigned(1)),
          element(0xf1, Buffer.from([position >> 24, position >> 16, position >> 8, position])),
        ),
      ),
    )
  const before = info.length + tracks.length
  const cues = cuesOf(before + cuesOf(0).length)
  return Buffer.concat([
    element(
      0x1a45dfa3,
      element(0x4286, unsigned(1)),
      element(0x42f7, unsigned(1)),
      element(0x42f2, unsigned(4)),
      element(0x42f3, unsigned(8)),
      element(0x4282, Buffer.from('webm')),
      element(0x4287, unsigned(4)),
      element(0x4285, unsigned(2)),
    ),
    element(0x18538067, info, tracks, cues, cluster),
  ])
}

/** The VP8 frame in a lossy WebP. Throws on a lossless one. */
function vp8Frame(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length;) {
    const size = webp.readUInt32LE(at + 4)
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size)
    at += 8 + size + (size % 2)
  }
  throw new Error('This WebP holds no VP8 frame; make it lossy and opaque.')
}

function simpleBlock(frame: Buffer, timeMs: number): Buffer {
  const head = Buffer.from([0x81, 0, 0, 0x80]) // track 1, its time within the cluster, a key frame
  head.writeInt16BE(timeMs, 1)
  return element(0xa3, head, frame)
}

/** An EBML element: its id, the length of what it holds as an eight-byte number, and that. */
function element(id: number, ...content: Buffer[]): Buffer {
  const idBytes = id.toString(16)
  const body = Buffer.concat(content)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(body.length))
  length[0] = 0x01
  return Buffer.concat([
    Buffer.from(idBytes.padStart(idBytes.length + (idBytes.length % 2), '0'), 'hex'),
    length,
    body,
  ])
}

function unsigned(value: number): Buffer {
  const hex = value.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
