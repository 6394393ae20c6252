/// The named characters [WHATWG HTML §13.5]: those of HTML 4, the letters of European languages, punctuation, and the
/// symbols found in mail. The hundreds of mathematical names are omitted and stay as written.
enum HTMLCharacterNames {
    /// Returns the character that `name` denotes before a semicolon.
    static func character(_ name: HTMLName) -> UInt32? { known[name] }

    /// Returns the character that `name` denotes even without a semicolon.
    static func legacyCharacter(_ name: HTMLName) -> UInt32? { legacy[name] }

    private static let legacy: [HTMLName: UInt32] = {
        var names = table(of: legacyCodes)
        var code: UInt32 = 0xA0
        for name in latin1.utf8.split(separator: ASCII.space) {
            names[HTMLName(name)] = code
            code &+= 1
        }
        return names
    }()

    private static let known = legacy.merging(table(of: codes)) { first, _ in first }

    private static func table(of codes: String) -> [HTMLName: UInt32] {
        var table: [HTMLName: UInt32] = [:]
        for entry in codes.utf8.split(separator: ASCII.space) {
            let parts = entry.split(separator: ASCII.equals)
            guard parts.count == 2 else { continue }
            table[HTMLName(parts[0])] = parts[1].reduce(0) { $0 << 4 | UInt32($1.hexDigitValue ?? 0) }
        }
        return table
    }

    private static let legacyCodes = """
        AMP=26 amp=26 COPY=A9 GT=3E gt=3E LT=3C lt=3C QUOT=22 quot=22 REG=AE
        """

    /// U+00A0 to U+00FF, in order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
        AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
        times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
        egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
        ugrave uacute ucirc uuml yacute thorn yuml
        """

    private static let codes = """
        Tab=9 NewLine=A excl=21 num=23 dollar=24 percnt=25 apos=27 lpar=28 rpar=29 ast=2A midast=2A plus=2B comma=2C \
        period=2E sol=2F colon=3A semi=3B equals=3D quest=3F commat=40 lbrack=5B lsqb=5B bsol=5C rbrack=5D rsqb=5D \
        Hat=5E UnderBar=5F lowbar=5F grave=60 lbrace=7B lcub=7B verbar=7C vert=7C rbrace=7D rcub=7D \
        NonBreakingSpace=A0 die=A8 pm=B1 centerdot=B7 half=BD angst=C5 div=F7 Amacr=100 amacr=101 Abreve=102 \
        abreve=103 Aogon=104 aogon=105 Cacute=106 cacute=107 Ccirc=108 ccirc=109 Cdot=10A cdot=10B Ccaron=10C \
        ccaron=10D Dcaron=10E dcaron=10F Dstrok=110 dstrok=111 Emacr=112 emacr=113 Edot=116 edot=117 Eogon=118 \
        eogon=119 Ecaron=11A ecaron=11B Gcirc=11C gcirc=11D Gbreve=11E gbreve=11F Gdot=120 gdot=121 Gcedil=122 \
        Hcirc=124 hcirc=125 Hstrok=126 hstrok=127 Itilde=128 itilde=129 Imacr=12A imacr=12B Iogon=12E iogon=12F \
        Idot=130 imath=131 inodot=131 IJlig=132 ijlig=133 Jcirc=134 jcirc=135 Kcedil=136 kcedil=137 kgreen=138 \
        Lacute=139 lacute=13A Lcedil=13B lcedil=13C Lcaron=13D lcaron=13E Lmidot=13F lmidot=140 Lstrok=141 lstrok=142 \
        Nacute=143 nacute=144 Ncedil=145 ncedil=146 Ncaron=147 ncaron=148 napos=149 ENG=14A eng=14B Omacr=14C \
        omacr=14D Odblac=150 odblac=151 OElig=152 oelig=153 Racute=154 racute=155 Rcedil=156 rcedil=157 Rcaron=158 \
        rcaron=159 Sacute=15A sacute=15B Scirc=15C scirc=15D Scedil=15E scedil=15F Scaron=160 scaron=161 Tcedil=162 \
        tcedil=163 Tcaron=164 tcaron=165 Tstrok=166 tstrok=167 Utilde=168 utilde=169 Umacr=16A umacr=16B Ubreve=16C \
        ubreve=16D Uring=16E uring=16F Udblac=170 udblac=171 Uogon=172 uogon=173 Wcirc=174 wcirc=175 Ycirc=176 \
        ycirc=177 Yuml=178 Zacute=179 zacute=17A Zdot=17B zdot=17C Zcaron=17D zcaron=17E fnof=192 circ=2C6 caron=2C7 \
        breve=2D8 dot=2D9 ring=2DA ogon=2DB tilde=2DC dblac=2DD Alpha=391 Beta=392 Gamma=393 Delta=394 Epsilon=395 \
        Zeta=396 Eta=397 Theta=398 Iota=399 Kappa=39A Lambda=39B Mu=39C Nu=39D Xi=39E Omicron=39F Pi=3A0 Rho=3A1 \
        Sigma=3A3 Tau=3A4 Upsilon=3A5 Phi=3A6 Chi=3A7 Psi=3A8 Omega=3A9 ohm=3A9 alpha=3B1 beta=3B2 gamma=3B3 delta=3B4 \
        epsilon=3B5 zeta=3B6 eta=3B7 theta=3B8 iota=3B9 kappa=3BA lambda=3BB mu=3BC nu=3BD xi=3BE omicron=3BF pi=3C0 \
        rho=3C1 sigmaf=3C2 sigma=3C3 tau=3C4 upsilon=3C5 phi=3C6 chi=3C7 psi=3C8 omega=3C9 thetasym=3D1 upsih=3D2 \
        piv=3D6 IOcy=401 DJcy=402 GJcy=403 Jukcy=404 DScy=405 Iukcy=406 YIcy=407 Jsercy=408 LJcy=409 NJcy=40A \
        TSHcy=40B KJcy=40C Ubrcy=40E DZcy=40F Acy=410 Bcy=411 Vcy=412 Gcy=413 Dcy=414 IEcy=415 ZHcy=416 Zcy=417 \
        Icy=418 Jcy=419 Kcy=41A Lcy=41B Mcy=41C Ncy=41D Ocy=41E Pcy=41F Rcy=420 Scy=421 Tcy=422 Ucy=423 Fcy=424 \
        KHcy=425 TScy=426 CHcy=427 SHcy=428 SHCHcy=429 HARDcy=42A Ycy=42B SOFTcy=42C Ecy=42D YUcy=42E YAcy=42F acy=430 \
        bcy=431 vcy=432 gcy=433 dcy=434 iecy=435 zhcy=436 zcy=437 icy=438 jcy=439 kcy=43A lcy=43B mcy=43C ncy=43D \
        ocy=43E pcy=43F rcy=440 scy=441 tcy=442 ucy=443 fcy=444 khcy=445 tscy=446 chcy=447 shcy=448 shchcy=449 \
        hardcy=44A ycy=44B softcy=44C ecy=44D yucy=44E yacy=44F iocy=451 djcy=452 gjcy=453 jukcy=454 dscy=455 \
        iukcy=456 yicy=457 jsercy=458 ljcy=459 njcy=45A tshcy=45B kjcy=45C ubrcy=45E dzcy=45F ensp=2002 emsp=2003 \
        emsp13=2004 emsp14=2005 numsp=2007 puncsp=2008 ThinSpace=2009 thinsp=2009 hairsp=200A ZeroWidthSpace=200B \
        zwnj=200C zwj=200D lrm=200E rlm=200F dash=2010 hyphen=2010 ndash=2013 mdash=2014 horbar=2015 Vert=2016 \
        lsquo=2018 rsquo=2019 rsquor=2019 lsquor=201A sbquo=201A ldquo=201C rdquo=201D rdquor=201D bdquo=201E \
        ldquor=201E dagger=2020 Dagger=2021 bull=2022 bullet=2022 nldr=2025 hellip=2026 mldr=2026 permil=2030 \
        prime=2032 Prime=2033 lsaquo=2039 rsaquo=203A oline=203E caret=2041 frasl=2044 MediumSpace=205F NoBreak=2060 \
        euro=20AC incare=2105 image=2111 numero=2116 copysr=2117 weierp=2118 real=211C trade=2122 alefsym=2135 \
        frac13=2153 frac23=2154 frac15=2155 frac25=2156 frac35=2157 frac45=2158 frac16=2159 frac56=215A frac18=215B \
        frac38=215C frac58=215D frac78=215E ShortLeftArrow=2190 larr=2190 leftarrow=2190 uarr=2191 \
        ShortRightArrow=2192 rarr=2192 rightarrow=2192 darr=2193 harr=2194 varr=2195 nwarr=2196 nearr=2197 searr=2198 \
        swarr=2199 crarr=21B5 olarr=21BA orarr=21BB lArr=21D0 uArr=21D1 rArr=21D2 dArr=21D3 hArr=21D4 forall=2200 \
        part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209 ni=220B prod=220F sum=2211 minus=2212 \
        lowast=2217 radic=221A prop=221D infin=221E ang=2220 and=2227 or=2228 cap=2229 cup=222A int=222B there4=2234 \
        sim=223C cong=2245 ap=2248 approx=2248 asymp=2248 ne=2260 equiv=2261 le=2264 leq=2264 ge=2265 geq=2265 Lt=226A \
        ll=226A Gt=226B gg=226B sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287 oplus=2295 otimes=2297 perp=22A5 \
        sdot=22C5 sstarf=22C6 lceil=2308 rceil=2309 lfloor=230A rfloor=230B telrec=2315 target=2316 boxh=2500 \
        boxv=2502 block=2588 squ=25A1 square=25A1 blacksquare=25AA squf=25AA utrif=25B4 utri=25B5 rtrif=25B8 rtri=25B9 \
        dtrif=25BE dtri=25BF ltrif=25C2 ltri=25C3 loz=25CA cir=25CB bigstar=2605 starf=2605 star=2606 phone=260E \
        female=2640 male=2642 spades=2660 clubs=2663 hearts=2665 diams=2666 sung=266A flat=266D natural=266E \
        sharp=266F check=2713 checkmark=2713 cross=2717 malt=2720 sext=2736 lang=27E8 rang=27E9 lozf=29EB fflig=FB00 \
        filig=FB01 fllig=FB02 ffilig=FB03 ffllig=FB04
        """
}
