/**
 * Shape of a PDF object: the keys that are copied, and the kind of each value. Kinds are:
 *
 * - `plain`: numbers, names, strings, and lists of them;
 * - `page`: a page of the document;
 * - the name of a shape: `Font` for one object, `Font[]` for a list, `Font{}` for a dictionary with any keys;
 * - alternatives, separated by `|`.
 */
export interface Shape {
  readonly type?: string
  /** True if the object must be a stream; 'perhaps' if it may be a stream or a dictionary. */
  readonly stream?: true | 'perhaps'
  readonly plain?: string
  readonly keys?: Readonly<Record<string, string>>
}

/**
 * Shape of a list with items of different kinds. If there are more items than kinds, the last kind repeats;
 * with `repeat`, the whole sequence of kinds repeats.
 */
export interface ListShape {
  readonly kinds: readonly string[]
  readonly repeat?: true
}

const ANNOTATION = {
  type: 'Annot',
  plain: `Subtype Rect Contents NM M F AS Border C StructParent CA T CreationDate Subj RT IT QuadPoints L LE
    IC LL LLE LLO Cap CP CO Vertices InkList RD Name Sy DA Q DS CL Open State StateModel H Rotate`,
  keys: {
    P: 'page',
    AP: 'Appearance',
    OC: 'Layer',
    BS: 'BorderStyle',
    BE: 'BorderEffect',
    IRT: 'Annotation',
    Popup: 'Annotation',
  },
} satisfies Shape

/**
 * All objects that are copied from an uploaded PDF: those for displaying, printing, searching and reading
 * aloud. Keys that are not listed, such as actions, scripts, forms and attachments, are dropped.
 */
export const SHAPES: Readonly<Record<string, Shape>> = {
  Catalog: {
    type: 'Catalog',
    plain: 'Lang PageLayout PageMode',
    keys: {
      PageLabels: 'PageLabelTree',
      Names: 'Names',
      Dests: 'Destination{}',
      ViewerPreferences: 'ViewerPreferences',
      Outlines: 'Outlines',
      MarkInfo: 'MarkInfo',
      StructTreeRoot: 'StructureRoot',
      OCProperties: 'LayerSettings',
    },
  },
  Information: { plain: 'Title Author Subject Keywords Creator Producer CreationDate ModDate Trapped' },
  ViewerPreferences: {
    plain: `HideToolbar HideMenubar HideWindowUI FitWindow CenterWindow DisplayDocTitle
      NonFullScreenPageMode Direction ViewArea ViewClip PrintArea PrintClip PrintScaling Duplex
      PickTrayByPDFSize PrintPageRange NumCopies`,
  },
  MarkInfo: { plain: 'Marked UserProperties Suspects' },
  PageLabelTree: { plain: 'Limits', keys: { Kids: 'PageLabelTree[]', Nums: 'PageLabels' } },
  PageLabel: { type: 'PageLabel', plain: 'S P St' },
  Page: {
    type: 'Page',
    plain: 'MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Tabs StructParents',
    keys: { Resources: 'Resources', Contents: 'Content | Content[]', Annots: 'Annotation[]', Group: 'Group' },
  },

  Names: { keys: { Dests: 'DestinationTree' } },
  DestinationTree: { plain: 'Limits', keys: { Kids: 'DestinationTree[]', Names: 'NamedDestinations' } },
  DestinationHolder: { keys: { D: 'Destination' } },
  Outlines: { type: 'Outlines', plain: 'Count', keys: { First: 'Bookmark', Last: 'Bookmark' } },
  Bookmark: {
    plain: 'Title Count C F',
    keys: {
      Parent: 'BookmarkParent',
      Prev: 'Bookmark',
      Next: 'Bookmark',
      First: 'Bookmark',
      Last: 'Bookmark',
      Dest: 'Destination',
      A: 'Action',
    },
  },
  GoTo: { plain: 'S', keys: { D: 'Destination' } },
  Named: { plain: 'S N' },
  WebAddress: { plain: 'S URI IsMap' },

  Markup: ANNOTATION,
  PopupNote: { ...ANNOTATION, keys: { ...ANNOTATION.keys, Parent: 'Annotation' } },
  Link: { ...ANNOTATION, keys: { ...ANNOTATION.keys, A: 'Action', Dest: 'Destination' } },
  Appearance: { keys: { N: 'Form | Form{}' } },
  BorderStyle: { plain: 'W S D' },
  BorderEffect: { plain: 'S I' },

  LayerSettings: { keys: { OCGs: 'LayerGroup[]', D: 'LayerChoice', Configs: 'LayerChoice[]' } },
  LayerChoice: {
    plain: 'Name Creator BaseState Intent ListMode',
    keys: {
      ON: 'LayerGroup[]',
      OFF: 'LayerGroup[]',
      Order: 'LayerOrder',
      RBGroups: 'LayerOrder',
      Locked: 'LayerGroup[]',
      AS: 'LayerUse[]',
    },
  },
  LayerUse: { plain: 'Event Category', keys: { OCGs: 'LayerGroup[]' } },
  LayerGroup: { type: 'OCG', plain: 'Name Intent', keys: { Usage: 'LayerUsage' } },
  LayerUsage: { keys: { Export: 'LayerState', Print: 'LayerState', View: 'LayerState', Zoom: 'LayerState' } },
  LayerState: { plain: 'Subtype ExportState PrintState ViewState min max' },
  LayerMembership: {
    type: 'OCMD',
    plain: 'P',
    keys: { OCGs: 'LayerGroup | LayerGroup[]', VE: 'LayerOrder' },
  },

  StructureRoot: {
    type: 'StructTreeRoot',
    plain: 'ParentTreeNextKey',
    keys: {
      K: 'Structure | Structure[]',
      IDTree: 'StructureIdTree',
      ParentTree: 'StructureParentTree',
      RoleMap: 'plain{}',
      ClassMap: 'Attributes{}',
    },
  },
  StructureIdTree: { plain: 'Limits', keys: { Kids: 'StructureIdTree[]', Names: 'StructureIds' } },
  StructureParentTree: { plain: 'Limits', keys: { Kids: 'StructureParentTree[]', Nums: 'StructureParents' } },
  StructureElement: {
    type: 'StructElem',
    plain: 'S ID C R T Lang Alt E ActualText',
    keys: {
      P: 'Structure',
      Pg: 'page',
      K: 'plain | Structure | StructureKids',
      A: 'Attributes',
      Ref: 'Structure[]',
    },
  },
  MarkedContent: { type: 'MCR', plain: 'MCID', keys: { Pg: 'page', Stm: 'Form' } },
  MarkedObject: { type: 'OBJR', keys: { Pg: 'page', Obj: 'Annotation | XObject' } },

  Content: { stream: true },
  Resources: {
    plain: 'ProcSet',
    keys: {
      ExtGState: 'GraphicsState{}',
      ColorSpace: 'ColorSpace{}',
      Pattern: 'Pattern{}',
      Shading: 'Shading{}',
      XObject: 'XObject{}',
      Font: 'Font{}',
      Properties: 'Property{}',
    },
  },
  PropertyList: { plain: 'MCID Lang ActualText Alt E Subtype BBox Attached' },
  Group: { type: 'Group', plain: 'S I K', keys: { CS: 'ColorSpace' } },
  GraphicsState: {
    type: 'ExtGState',
    plain: 'LW LC LJ ML D RI OP op OPM FL SM SA BM CA ca AIS TK',
    keys: {
      Font: 'FontAndSize',
      SMask: 'plain | SoftMask',
      BG: 'Function',
      BG2: 'plain | Function',
      UCR: 'Function',
      UCR2: 'plain | Function',
      TR: 'plain | Function | Function[]',
      TR2: 'plain | Function | Function[]',
    },
  },
  SoftMask: { type: 'Mask', plain: 'S BC', keys: { G: 'Form', TR: 'plain | Function' } },
  Image: {
    type: 'XObject',
    stream: true,
    plain:
      'Subtype Width Height BitsPerComponent Intent ImageMask Decode Interpolate SMaskInData Matte StructParent Name',
    keys: { ColorSpace: 'ColorSpace', Mask: 'plain | Image', SMask: 'Image', OC: 'Layer' },
  },
  Form: {
    type: 'XObject',
    stream: true,
    plain: 'Subtype FormType BBox Matrix StructParent StructParents Name',
    keys: { Resources: 'Resources', Group: 'Group', OC: 'Layer' },
  },
  TilingPattern: {
    type: 'Pattern',
    stream: true,
    plain: 'PatternType PaintType TilingType BBox XStep YStep Matrix',
    keys: { Resources: 'Resources' },
  },
  ShadingPattern: {
    type: 'Pattern',
    plain: 'PatternType Matrix',
    keys: { Shading: 'Shading', ExtGState: 'GraphicsState' },
  },
  Shading: {
    stream: 'perhaps',
    plain: `ShadingType Background BBox AntiAlias Coords Domain Extend Matrix BitsPerCoordinate
      BitsPerComponent BitsPerFlag Decode VerticesPerRow`,
    keys: { ColorSpace: 'ColorSpace', Function: 'Function | Function[]' },
  },
  Function: {
    stream: 'perhaps',
    plain: 'FunctionType Domain Range Size BitsPerSample Order Encode Decode C0 C1 N Bounds',
    keys: { Functions: 'Function[]' },
  },

  Calibration: { plain: 'WhitePoint BlackPoint Gamma Matrix Range' },
  ColorProfile: { stream: true, plain: 'N Range', keys: { Alternate: 'ColorSpace' } },
  ColorTable: { stream: true },
  Inks: { plain: 'Subtype', keys: { Colorants: 'ColorSpace{}', Process: 'InkProcess' } },
  InkProcess: { plain: 'Components', keys: { ColorSpace: 'ColorSpace' } },

  Font: {
    type: 'Font',
    plain: 'Subtype BaseFont Name FirstChar LastChar Widths DW W DW2 W2 FontBBox FontMatrix',
    keys: {
      FontDescriptor: 'FontDescriptor',
      Encoding: 'plain | Encoding | CharacterMap',
      ToUnicode: 'plain | CharacterMap',
      DescendantFonts: 'Font[]',
      CIDSystemInfo: 'CharacterCollection',
      CIDToGIDMap: 'plain | FontData',
      CharProcs: 'Content{}',
      Resources: 'Resources',
    },
  },
  FontDescriptor: {
    type: 'FontDescriptor',
    plain: `FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading
      CapHeight XHeight StemV StemH AvgWidth MaxWidth MissingWidth CharSet Lang`,
    keys: {
      FontFile: 'FontProgram',
      FontFile2: 'FontProgram',
      FontFile3: 'FontProgram',
      CIDSet: 'FontData',
      Style: 'FontStyle',
    },
  },
  FontStyle: { plain: 'Panose' },
  FontProgram: { stream: true, plain: 'Subtype Length1 Length2 Length3' },
  FontData: { stream: true },
  Encoding: { type: 'Encoding', plain: 'BaseEncoding Differences' },
  CharacterMap: {
    type: 'CMap',
    stream: true,
    plain: 'CMapName WMode',
    keys: { CIDSystemInfo: 'CharacterCollection', UseCMap: 'plain | CharacterMap' },
  },
  CharacterCollection: { plain: 'Registry Ordering Supplement' },

  Packing: {
    plain: `Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine EncodedByteAlign Rows
      EndOfBlock BlackIs1 DamagedRowsBeforeError ColorTransform`,
    keys: { JBIG2Globals: 'ImageData' },
  },
  ImageData: { stream: true },
}

export const LIST_SHAPES: Readonly<Record<string, ListShape>> = {
  PageLabels: { kinds: ['plain', 'PageLabel'], repeat: true },
  NamedDestinations: { kinds: ['plain', 'Destination'], repeat: true },
  StructureIds: { kinds: ['plain', 'Structure'], repeat: true },
  StructureParents: { kinds: ['plain', 'Structure | Structure[]'], repeat: true },
  StructureKids: { kinds: ['plain | Structure'] },
  AttributeList: { kinds: ['plain | Attributes'] },
  Place: { kinds: ['page | plain', 'plain'] },
  LayerOrder: { kinds: ['plain | LayerGroup | LayerOrder'] },
  FontAndSize: { kinds: ['Font', 'plain'] },
  CalibratedColors: { kinds: ['plain', 'Calibration'] },
  ProfileColors: { kinds: ['plain', 'ColorProfile'] },
  IndexedColors: { kinds: ['plain', 'ColorSpace', 'plain', 'plain | ColorTable'] },
  InkColors: { kinds: ['plain', 'plain', 'ColorSpace', 'Function', 'Inks'] },
  PatternColors: { kinds: ['plain', 'ColorSpace'] },
}

export const FILTERS: readonly string[] = [
  'FlateDecode',
  'LZWDecode',
  'RunLengthDecode',
  'ASCII85Decode',
  'ASCIIHexDecode',
  'DCTDecode',
  'JPXDecode',
  'CCITTFaxDecode',
  'JBIG2Decode',
]
