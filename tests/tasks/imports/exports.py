"""Exports of one article and one more as reference managers, databases and screening tools write them."""

RIS = """\
TY  - JOUR
AU  - Lehmann, Ada
AU  - Okoye, Ben
TI  - Flower strips and the wild bees of arable land
PY  - 2019/03/01/
JO  - Journal of Bees
VL  - 12
IS  - 3
SP  - 101
EP  - 110
DO  - https://doi.org/10.1234/BEE.1
AB  - Wild bees were counted
along strips.
N1  - RAYYAN-INCLUSION: {"Ada"=>"Included", "Ben"=>"Included"} | RAYYAN-LABELS: bees
DB  - Scopus
ER  - 

TY  - BOOK
AU  - Ruiz, Carla
TI  - Bees: an introduction
PY  - 2001
SN  - 978-3-16-148410-0
N1  - ASReview_irrelevant
ER  - 
"""

NBIB = """\
PMID- 30000001
DP  - 2019 Mar
TI  - Flower strips and the wild bees of arable
      land.
PG  - 101-110
LID - 10.1234/bee.1 [doi]
AB  - Wild bees were counted along strips.
FAU - Lehmann, Ada
AU  - Lehmann A
FAU - Okoye, Ben
AU  - Okoye B
LA  - eng
PT  - Randomized Controlled Trial
PT  - Journal Article
JT  - Journal of bees
VI  - 12
IP  - 3
SO  - J Bees. 2019 Mar;12(3):101-110.

PMID- 30000002
TI  - A second article on bees and hedges.
DP  - 2020
FAU - Ruiz, Carla
"""

BIBTEX = """\
@article{lehmann2019,
  author = {Lehmann, Ada and Okoye, Ben},
  title = {Flower strips and the wild {Bees} of arable land},
  journal = {Journal of Bees},
  year = 2019, volume = 12, number = 3, pages = {101--110},
  doi = {10.1234/bee.1},
}

@book{ruiz2001,
  author = {Carla Ruiz},
  title = {Bees: an introduction},
  year = {2001},
}
"""

CSL = """\
[
  {
    "type": "article-journal",
    "title": "Flower strips and the wild bees of arable land",
    "author": [{"family": "Lehmann", "given": "Ada"}, {"family": "Okoye", "given": "Ben"}],
    "issued": {"date-parts": [[2019, 3]]},
    "container-title": "Journal of Bees", "volume": "12", "issue": 3, "page": "101-110",
    "DOI": "10.1234/bee.1"
  },
  {
    "type": "book", "title": "Bees: an introduction",
    "author": [{"literal": "The Bee Society"}], "issued": {"date-parts": [["2001"]]}
  }
]
"""

ENDNOTE = """\
<?xml version="1.0" encoding="UTF-8"?>
<xml><records>
<record><database name="My.enl">My.enl</database><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author><style face="normal">Lehmann, Ada</style></author>
<author><style face="normal">Okoye, Ben</style></author></authors></contributors>
<titles><title><style face="normal">Flower strips and the </style><style face="italic">wild bees</style>
<style face="normal"> of arable land</style></title>
<secondary-title><style face="normal">Journal of Bees</style></secondary-title></titles>
<pages>101-110</pages><volume>12</volume><number>3</number><dates><year>2019</year></dates>
<electronic-resource-num>10.1234/bee.1</electronic-resource-num>
<remote-database-name>Medline</remote-database-name><accession-num>30000001</accession-num></record>
<record><ref-type name="Book">6</ref-type><titles><title>Bees: an introduction</title></titles></record>
</records></xml>
"""

SCOPUS = """\
"Authors","Author full names","Author(s) ID","Title","Year","Source title","Volume","Issue","Art. No.","Page start","Page end","Cited by","DOI","Link","Abstract","Document Type","Source","EID"
"Lehmann A.; Okoye B.","Lehmann, Ada (57190000000); Okoye, Ben (57190000001)","57190000000; 57190000001","Flower strips and the wild bees of arable land","2019","Journal of Bees","12","3","","101","110","5","10.1234/bee.1","https://www.scopus.com/x","Wild bees were counted, along
strips.","Article","Scopus","2-s2.0-85060000000"
"Ruiz C.","Ruiz, Carla (57190000002)","57190000002","Bees: an introduction","2001","","","","","","","","","","","Book","Scopus","2-s2.0-85060000001"
"""

WEB_OF_SCIENCE = (
    "Publication Type\tAuthors\tAuthor Full Names\tArticle Title\tSource Title\tVolume\tIssue\tStart Page\tEnd Page\t"
    "Publication Year\tDOI\tAbstract\tPubmed Id\tUT (Unique WOS ID)\n"
    "J\tLehmann, A; Okoye, B\tLehmann, Ada; Okoye, Ben\tFlower strips and the wild bees of arable land\t"
    "JOURNAL OF BEES\t12\t3\t101\t110\t2019\t10.1234/bee.1\tWild bees.\t30000001\tWOS:000450000000001\n"
    "J\tRuiz, C\tRuiz, Carla\tBees: an introduction\t\t\t\t\t\t2001\t\t\t\tWOS:000450000000002\n"
)

COVIDENCE = """\
Title,Authors,Abstract,Published Year,Published Month,Journal,Volume,Issue,Pages,Accession Number,DOI,Ref,Covidence #,Study,Notes,Tags
Flower strips and the wild bees of arable land,"Lehmann, Ada; Okoye, Ben",Wild bees.,2019,3,Journal of Bees,12,3,101-110,,10.1234/bee.1,,#1,Lehmann 2019,,
Bees: an introduction,"Ruiz, Carla",,2001,,,,,,,,,#2,Ruiz 2001,Exclusion reason: Wrong study design; ,
"""

RAYYAN = """\
key,title,year,month,day,journal,issn,volume,issue,pages,authors,url,language,publisher,location,abstract,notes,doi,keywords,pubmed_id,pmc_id
rayyan-1,Flower strips and the wild bees of arable land,2019,3,1,Journal of Bees,,12,3,101-110,"Lehmann, Ada and Okoye, Ben",,eng,,,Wild bees.,"RAYYAN-INCLUSION: {""Ada""=>""Included""}",10.1234/bee.1,,30000001,
rayyan-2,Bees: an introduction,2001,,,,,,,,"Ruiz, Carla",,eng,,,,"RAYYAN-INCLUSION: {""Ada""=>""Excluded""} | RAYYAN-EXCLUSION-REASONS: wrong design",,,,
"""

ASREVIEW = """\
title,abstract,authors,year,journal,volume,issue,pages,doi,included,asreview_label
Flower strips and the wild bees of arable land,Wild bees.,"Lehmann, Ada; Okoye, Ben",2019,Journal of Bees,12,3,101-110,10.1234/bee.1,,1
Bees: an introduction,,"Ruiz, Carla",2001,,,,,,,0
"""
