//! The page's own style; pictures and plots bring [`crate::export::ink`]'s.

/// Rules of the page: dark, light where the reader's screen is, light on paper.
pub(super) const STYLE: &str = "\
:root{--back:#17181c;--card:#1e1f24;--line:#33363f;--text:#e6e8ec;--soft:#9da3ae;--accent:#56b4e9;--good:#2fbf95;--bad:#f08a3c;--chip:#2a2d35}\
@media (prefers-color-scheme:light){:root{--back:#f4f5f7;--card:#fff;--line:#d9dce2;--text:#1c1e24;--soft:#5c626e;--accent:#0072b2;--good:#00795a;--bad:#b04a00;--chip:#eceef2}}\
@media print{:root{--back:#fff;--card:#fff;--line:#d9dce2;--text:#000;--soft:#444;--accent:#0072b2;--good:#00795a;--bad:#b04a00;--chip:#f0f1f4}}\
*{box-sizing:border-box}\
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,'Segoe UI','DejaVu Sans',sans-serif}\
main{max-width:1240px;margin:0 auto;padding:28px 20px 40px}\
h1{font-size:27px;line-height:1.2;margin:2px 0 6px}h2{font-size:17px;margin:0 0 10px}\
.kicker{color:var(--soft);font-size:12px;letter-spacing:.09em;text-transform:uppercase}\
.look{font-size:16px;max-width:75ch;margin:0 0 10px}.facts{color:var(--soft);font-size:13px;margin:0}\
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:16px 0;overflow-x:auto}\
table{border-collapse:collapse;width:100%;font-size:13.5px}\
th{color:var(--soft);font-weight:500;text-align:left;font-size:12px;border-bottom:1px solid var(--line);white-space:nowrap}\
th,td{padding:6px 11px 6px 0;vertical-align:baseline}tr+tr td{border-top:1px solid var(--line)}\
td.n,th.n{text-align:right}td.n,code,.mono{font-family:ui-monospace,'DejaVu Sans Mono',Consolas,monospace;font-size:12.5px;white-space:nowrap}\
td.w{white-space:nowrap}td a,h2 a{color:inherit;text-decoration:none}td a:hover{text-decoration:underline}\
.chip{display:inline-block;background:var(--chip);border-radius:5px;padding:0 7px;margin:1px 4px 1px 0;font-size:12px;white-space:nowrap}\
.same{color:var(--soft);font-size:12px;padding-left:42px}.good{color:var(--good)}.bad{color:var(--bad)}.soft{color:var(--soft)}\
.key{width:34px;height:12px;vertical-align:-1px;margin-right:8px}\
.pair{display:grid;align-items:start;grid-template-columns:repeat(auto-fit,minmax(min(100%,440px),1fr));gap:12px}\
@media (max-width:1200px){main{padding:20px 12px}section{padding:14px 12px}table{font-size:12.5px}th,td{padding:5px 7px 5px 0}th{white-space:normal}\
td.w,td.d,.chip{white-space:normal;overflow-wrap:anywhere}td.w{min-width:8ch}.same{padding-left:0}}\
figure{margin:14px 0 0}figcaption{font-size:13px;margin:0 0 6px}figcaption b{font-weight:600}\
figure svg,.wide svg{display:block;width:100%;height:auto;border-radius:6px}\
.legend{display:grid;grid-template-columns:repeat(auto-fill,minmax(250px,1fr));gap:6px 18px;font-size:13px}\
.legend div{display:flex;align-items:center}.legend svg{flex:none;width:46px;height:22px;margin-right:10px}\
footer{color:var(--soft);font-size:12.5px;margin:20px 2px}\
@media print{@page{margin:11mm}body{font-size:9pt}main{padding:0;max-width:none}section{overflow:visible;padding:8px 10px;margin:8px 0}\
figure,tr,h2,figcaption,#legend{break-inside:avoid}h2,figcaption{break-after:avoid}table{font-size:7.5pt}th,td{padding:3px 6px 3px 0}\
th,td.n,.mono,code{font-size:7pt}.chip{font-size:7pt;padding:0 4px}.pair{grid-template-columns:1fr 1fr}figcaption{font-size:8.5pt}h2{font-size:11pt;margin:0 0 4px}}\
";
