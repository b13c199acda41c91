/** Common English words of 6 to 12 letters that are one token of o200k with a preceding blank. */
const words: ReadonlySet<string> = new Set(
  `absolute accept accepts access across action actions active actually adding additional advanced
against agents algorithm allowed allows already alternative always another anything application
approach appropriate archive archives argument arguments around arrays assert assets assistant
associated available background because becomes before behavior benchmark better between binary
boolean branch browser browsers buffer bundle callback called calling campaign cannot center certain
change changed changes character characters checking checkout checks classes client command commands
comment comments commit common community compare comparison compatible complete completed config
configure configured consider considered consistent console constructor contact contain containing
contains content contents context continue contribute control convert copies correct correctly
counts coverage create created creates creating creation current currently cursor custom database
default defaults define defined definition definitions delete deleted dependency deprecated
description designed detailed details determine developer development dialog different directly
directories directory disable disabled document download downloads during editor either elements
enable enabled encoding endpoint engine ensure enterprise entire entries environment equivalent
errors escape eslint events everything exactly example examples except execution existing exists
expected explicitly export exported exports expression extension extensions external failed faster
feature features filter folder follow followed following follows format function functions future
general generate generated getting github global graphs handle handled handler handling having
header headers height higher history ignore ignored images implement import improve include included
includes including information inside install installed instance instead interface internal invalid
issues itself javascript keyword language latest legacy length libraries library license likely
listed literal locally longer machine maintenance making manually master matches matching maximum
medium memory message messages metadata method methods microsoft minimal missing modified modify
module modules multiple native necessary needed nested network newest normal nothing number numbers
object objects offset operation operations option optional options origin original others otherwise
output outside override package packages parameter parameters parent parsed parser parsing passed
passing password pattern patterns people perform performance person platform please plugin possible
prefix present previous private process program project projects promise prompt prompts properties
property protocol provide provided provides providing public purpose rather readable reading reason
recommended record reduce reference references referral registry regular related relative release
releases remove removed replace replaced report repository request requests require required
requires resolve response result results resume return returned returning returns running runtime
schema script scripts search second seconds section secure security separate sequence server service
services session sessions setting settings several shared shields should signature similar simple
simply single software something source special specific specified specify sponsors square standard
started starting starts static status stderr stdout storage stored stream strict string stringify
strings structure subject success summary support supported supports syntax system target template
terminal tested testing things through thrown throws timestamp together tokens transcript treated
twitter undefined understand unknown unless update updated updates useful utility validate
validation values variable variables various verify version versions vscode warning website welcome
whatever whether wikipedia window within without workflow workflows working workspace writes written
yourself`.split(/\s+/),
);

/** Whether a lower-case word is known to be one token. */
export const isOneToken = (word: string): boolean => words.has(word);

/** The Chinese characters that are one token of o200k, as distances from the previous one: `A` for 1; `/` adds 63. */
const gaps = [
  'AABDAAAABAEABBBBAGAABBCCBBBBAAABAEBCABABBDCAADBAAEJABKDDBABABABABAEACCCBABBAAADHEAADEABAEAAABAJAAEBF',
  'DADBDICBBFAAACBADBIADDDJGAAACBDBADCFJLGEPBCABDHFJCAAFMFDMCIQBDAGFBCGOBBIHKBIOBAHFTODGDVBFjKlUBBAAABA',
  'BBCAABFKBAABAACABAAAAACAAHABBBAEGBADLDBABBDEFCCCNCACBGBAHBABCFACGAEAAAABCDADBEFAABAGECCDSCBAECCRTCAA',
  'AGAAGAAFFHKCDDBCBaFQABfAAEABDABDACAAAAAABFAAEDEABACAJCACBJCBEGBSDCAEAAAAAACCBAAKAAADAACABACAAKADAABA',
  'ABADBDCAGAACACEDABCBHBNJFKBFAANAJRBWGETDADCEddABUDEVADZFNDAQHAWgZEMYKcL/zCBBAJCBAAFCAHBCGDBGDEHCGDBB',
  'ECEAAFCABDEDYH3KFKZAHePCAbCDFMXPDBEJYFjCBBRCBDBFADBCCEBAACCCEAMAABDBCBANNABAAADEEAKCCEPKBKEEABAFBLWB',
  'BDQCAUUTLQagJDAJcf/HDABAAFDABCOIBBBAABACHABBAAAAAAAAGCEABCDAAEBFFAJBGBCKBAAAABABABBAABABAABCBDCGMGBB',
  'AAAAAACEADFIGJBPVDFHDFEoOFX///RACDAAAFCABGFAABCDDFGIEBAAACCBEHPcAABBCAABDABDEDAABECGADBJRZSACFBAAFEF',
  'BAGAQDBBAXABMDCGAHBADACACCADBEGCHADEACFFBAGJAACDGDJHCAMDCAGDDBCQPEBPGFGSVACCBBHSEGKDHGDbLDfICCTEI/SG',
  '2OAAADBNDFBBBAACDAKBACAABCKDBBADAECEAAJIBBADBDBAFFDGAHACDEAABBCACFCACGIBABAEBHPBBJKaJCLILEACFIFACBAB',
  'HWFABIFLGaMBNAMJBAQQOKNALFIAJRCML2RGCBCAFCDCBFBIACFDDACOPBKIBAICADDFDHIBCAAAACAIDHDFBEAKAECEBMBDIGAG',
  'NFAADBDHEJEAQFFnASBBDACBAACEABBJDBBIBAAABBIFBACCEAAAKCBDCEBAAMABCLGCBAMLNKACAHILBAGLDDBFJIMAACFACBDE',
  'RBQKDXIBGAPKGHTeEJ9SHGAEZuMkEQFHBGgTZE//NVAAADKHDKCGNAAAAACIAACDOAKeEGDHAACBAFPjBCCLDMDIAEBNHAACVCDB',
  'EAIDCFBAHIFBDBCEAKFFACCHCJDJLDCGEHICCDAECEIJCADFCQAJFBKBAFCCiIJFFDJCHKEAHCCIdBlAAPFTgFIGCDLKCMENIoDD',
  'QAyRM//kHBBAEIKEDbJAABLWGAFzEPFPMKCiURRRJmpADAAAEJADMBFAEBIGyCGLNGILLDRMANACF/ELCBBKENFABIRSMQECjIAp',
  'ksrGCPhBBCCAEHAAABBABAJGMLEAEFPKFTDCJBGBT/nJtAAAAFBAmXBBFAADAACDDAJFDFCHBASAbDaFB/J4DDFLBARBdLUWBeAC',
  'eJBEm/SBBXGAGCETNXTBABAJBDAFGGIAKPBAfCBLGGmBDEBLJFHlNEAAEJGCXCRFZCBFCBEdEBWJLDOGBkyrlHNIEMJPWAkEDAHG',
  'EAFBEDDAIIBHDQEKADcGSEcCHFHbpOAC/LTBDACBCCABBAADBDABAAEBBBBCACABHBACGHCTCBQKFWFCOADDSEDPFETDKFBLaADA',
  'BBGDGbWBHDBDLECELFCJKCADFCHICFBHFBCUBEEOIWGXEaCFEAcgCiGCFAFMAEEBCGAKBDINnCADCDDaOCBBEEPBBFNAKRyBQGBO',
  'BLHREEKMFAEUPSCRHQHCDQLNDFBeWYq/EnfahDBiNG/qBADEELND/KDPmZ/aW//0LGDDFBBCiKFOBTACJFDCAGTE/tUBEEDGDMCI',
  'JCAABBBAIQCZBFBDJRCDBGBYIDDKBVCAKFLBACBMHDK/FBrONJGIJINABDADAAABFBDAAACBBAACDDBCCECAGBBCCABACCBECHIF',
  'FIFODWIOSTAGACKACADGWLRgBBAAAAAAACBBEABAAHCGACEBDACBBBGEDAAANEAXPPIELBIGDBZZA/XpeCUaFFgEIQcBACBAEGBF',
  'BACHBCECECBHAAGABAACDBAFBACDABAAAAKAEGBDCAAACCAEABBEAEACNAFCAFECABAEAABICBDDAGCGADMRCDDMSCWEHH/QEkAQ',
  'IYbCBAAAB/zvL//FqC/D/T/Q/TcWCCICJFBYQIDDBADFEIHEHYUaHAIBHOOApLBCADBGFDZKHAAAAEDEAABDACRBEAFEAACCIDDA',
  'ADGAhBDAAKDDEDAEBLADEGFQTFZDCEBBGh/IVJLBAABABHHUNAPAGDFWACAACAEBKEAADAKlMCAPCXFX/FABVBNCODY/O/EUDAEE',
  'CNEFCJDHjD/kFCJEF////lEabs////9BBJRFJgOXHGUAGAJCAFFvEMaURhIL',
].join('');

const firstHan = 0x4e00;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
let oneToken: Uint8Array | undefined;

/** Whether a Chinese character is one token; others are two, a few are three. */
export function isOneTokenHan(code: number): boolean {
  oneToken ??= spread();
  return oneToken[code - firstHan] === 1;
}

function spread(): Uint8Array {
  const found = new Uint8Array(0xa000 - firstHan);
  let at = -1;
  for (const digit of gaps) {
    const gap = digits.indexOf(digit);
    at += gap === 63 ? 63 : gap + 1;
    if (gap < 63) found[at] = 1;
  }
  return found;
}
