"""How texts in languages other than English address a program: the commonest phrases, in folded text.

Only the plainest orders are sought: to ignore instructions, to include or cite this very work, to be an assistant.
"""

from __future__ import annotations

from tasks.analysts.llm.guard.grammar import ANY_BLANK as _B
from tasks.analysts.llm.guard.grammar import gap as _gap

PATTERNS = (
    # German
    (
        r"\b(?:ignorier\w{0,4}|missacht\w{0,4}|vergiss|vergesst|vergessen sie|verwirf|uberschreib\w{0,3}|befolge?n?"
        rf"(?: sie)? nicht){_B}{_gap(3)}(?:vorherig|vorig|bisherig|obig|fruher|vorangehend|vorangegangen|vorstehend"
        r"|alle"
        rf"|dein|ihre|system)\w{{0,4}}{_B}{_gap(3)}(?:anweisung|vorgabe|instruktion|regel|befehl|aufforderung|prompt"
        r"|kriterien)\w{0,4}"
    ),
    (
        r"(?:^|(?<=\. ))(?:bitte )?(?:nimm|nehmen sie|schliess\w{0,3}(?: sie)?|bewert\w{1,3}(?: sie)?|zitier\w{1,3}"
        r"(?: sie)?|gib|geben sie|stufe?n?(?: sie)?|ordne?n?(?: sie)?) (?:immer |stets |unbedingt ){0,1}(?:dies|den"
        rf" vorliegend|die vorliegend|das vorliegend)\w{{0,3}} {_gap(1)}(?:artikel|arbeit|studie|aufsatz|beitrag|text"
        r"|abstract|publikation|werk)\b"
    ),
    (
        r"\b(?:du bist|sie sind|ihr seid) (?:jetzt |nun |ab sofort ){0,1}(?:ein\w{0,2} )(?:[^ ]{1,30} ){0,2}(?:ki"
        r"|sprachmodell|assistent|gutachter)\b"
    ),
    (
        r"\b(?:als|an (?:die|das|alle)|hinweis an) (?:eine? |die |das |alle )?(?:ki|sprachmodelle?|ki modelle?|ki"
        r" systeme?"
        r"|ki assistent\w{0,2}) (?:\. )?(?:die |das |du |sie |musst|sollst|bitte|welche )"
    ),
    (
        r"\b(?:diese[rs]?|der vorliegende|die vorliegende) (?:artikel|arbeit|studie|beitrag) (?:muss|ist) (?:unbedingt "
        r"|immer |stets ){0,1}(?:aufgenommen|eingeschlossen|zitiert|einzuschliessen|aufzunehmen|zu zitieren)"
    ),
    # French
    (
        r"\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|neglig(?:ez|e)|ne (?:tiens|tenez|suivez|respectez) (?:pas|plus)(?:"
        rf" compte)?){_B}{_gap(3)}(?:instructions?|consignes?|directives?|regles|ordres){_B}{_gap(1)}(?:precedentes?"
        r"|anterieure?s?|ci dessus|du systeme|initiales?|donnees|recues)"
    ),
    (
        r"(?:^|(?<=\. ))(?:veuillez )?(?:inclu(?:ez|re|s)|cit(?:ez|er)|accept(?:ez|er)|not(?:ez|er)|retenez|attribu"
        r"(?:ez"
        r"|er)|donnez|class(?:ez|er)) (?:toujours |imperativement |absolument ){0,1}(?:a |de )?(?:cet|cette|ce|la"
        rf" presente|le present) {_gap(1)}(?:article|etude|travail|document|texte|resume|publication)\b"
    ),
    (
        r"\b(?:tu es|vous etes) (?:maintenant |desormais )?(?:une? )(?:[^ ]{1,30} ){0,2}(?:ia|modele de langage"
        r"|assistant"
        r"|intelligence artificielle|evaluateur)\b"
    ),
    (
        r"\b(?:en tant qu(?:e |)|note aux? |a l attention des? )(?:une? )?(?:ia|modeles? de langage|intelligence"
        r" artificielle|assistants?)\b (?:[^ ]{1,30} ){0,2}(?:vous|tu|ignor\w{1,3}|inclu\w{1,3}|\.)"
    ),
    (
        r"\b(?:ignorez|ignore|oubliez|oublie) (?:toutes? |tous )?(?:vos|tes|les) (?:[^ ]{1,30} )?(?:consignes"
        r"|instructions"
        r"|directives)\b"
    ),
    # Spanish, Portuguese, Italian, Dutch
    (
        r"\b(?:ignor(?:a|e|en|ad|ar)|olvid(?:a|e|en|ar)|descart(?:a|e)|omit(?:a|e)|haga caso omiso de|no siga"
        r"|desconsider"
        rf"(?:e|a)|esqueca|dimentica(?:te)?|ignorate|tralascia){_B}{_gap(3)}(?:instrucciones|indicaciones|ordenes"
        r"|reglas"
        rf"|instrucoes|comandos|regras|istruzioni|indicazioni|regole){_B}{_gap(1)}(?:anteriores|previas|precedentes"
        r"|precedenti|dadas|recibidas|acima|ricevute|del sistema|do sistema|di sistema)"
    ),
    (
        r"(?:^|(?<=\. ))(?:por favor )?(?:inclu(?:ya|ye|ir|a|i|dere)|cit(?:e|a|ar|are)|acept(?:e|a)|califique|puntue"
        r"|clasifique|includi|includete|aceite|avalie) (?:siempre |sempre ){0,1}(?:este|esta|questo|questa|quest)"
        rf" {_gap(1)}(?:articulo|estudio|trabajo|documento|artigo|estudo|trabalho|articolo|studio|lavoro)\b"
    ),
    (
        r"\b(?:eres|usted es|voce e|tu sei) (?:ahora |agora |ora )?(?:una? |um |uma )?(?:[^ ]{1,30} ){0,2}(?:ia|modelo"
        r" de"
        r" lenguaje|modelo de linguagem|modello linguistico|asistente|assistente|intelligenza artificiale)\b"
    ),
    (
        rf"\b(?:negeer|vergeet){_B}{_gap(3)}(?:vorige|eerdere|bovenstaande|voorgaande|alle|systeem){_B}{_gap(2)}"
        r"(?:instructies?|aanwijzingen|opdrachten|regels)"
    ),
    # Russian, Ukrainian, Polish, Turkish
    (
        rf"\b(?:про)?игнорир\w{{1,6}}{_B}{_gap(3)}(?:инструкци|указани|команд|правил|промпт)\w{{0,4}}|\b(?:забудь"
        r"(?:те)?"
        rf"|отбрось(?:те)?|не (?:следуй|выполняй|обращай)(?:те)?(?: внимания на)?){_B}{_gap(3)}(?:инструкци|указани"
        r"|команд"
        r"|правил|промпт)\w{0,4}"
    ),
    (
        r"(?:^|(?<=\. ))(?:пожалуйста )?(?:обязательно |всегда ){0,1}(?:включи(?:те)?|(?:про)?цитируй(?:те)?|оцени"
        rf"(?:те)?|поставь(?:те)?|прими(?:те)?) {_gap(2)}(?:эт|данн|настоящ)\w{{1,4}} {_gap(1)}(?:стат|работ"
        r"|исследовани"
        r"|публикаци)\w{0,3}"
    ),
    (
        r"\bты (?:теперь )?(?:[^ ]{1,30} )?(?:языковая модель|ассистент|ии)\b|\bвы (?:теперь )?(?:[^ ]{1,30} )?"
        r"(?:языковая"
        r" модель|ассистент)\b"
    ),
    (
        rf"\b(?:зигноруй|ігноруй)(?:те)?{_B}{_gap(3)}(?:інструкці|вказівк)\w{{0,3}}|\bzignoruj(?:cie)?{_B}{_gap(3)}"
        rf"(?:instrukcj|polecen)\w{{0,4}}|\b(?:onceki|yukaridaki){_B}{_gap(2)}talimat\w{{0,6}}{_B}{_gap(2)}(?:yok say"
        r"|gormezden|unut)\w{0,6}"
    ),
    # Chinese, Japanese, Korean, Arabic
    r"(?:忽略|无视|無視|忽視|忘记|忘記|不要理会|不要遵[守循]|请勿遵[守循]|跳过)[^。]{0,14}(?:指令|指示|提示词?|命令|规则|規則|说明|說明)",
    r"(?:忽略|无视|無視|忽視|忘记|忘記)(?:掉)?(?:以上|上述|之前|前面|先前|上面)|(?:给|給|打)[^。]{0,8}(?:满分|滿分|最高分)",
    (
        r"(?:请|請|必须|必須|务必|務必|一定要|应当给)[^。]{0,10}(?:纳入|納入|引用|收录|收錄|评分|評分|打分|给出|給出|评为|評為|推荐|推薦)[^。]{0,12}(?:本文|此文|这篇|這篇"
        r"|该论文"
        r"|該論文|本研究|满分|滿分|最高分|论文|論文)"
    ),
    r"(?:将|把|給|给)(?:本文|此文|这篇|這篇|该论文|本研究)[^。]{0,12}(?:纳入|納入|评为|評為|打|列为|列為|设为)[^。]{0,8}(?:分|相关|相關|综述|綜述|首选)",
    r"你(?:现在|現在)?是(?:一个|一個|一名)?[^。]{0,8}(?:语言模型|語言模型|助手|审稿人|審稿人|人工智能)|作为(?:一个)?(?:人工智能|语言模型|ai)[^。]{0,8}你",
    r"(?:指示|命令|プロンプト|ルール|指令)[^。]{0,10}(?:無視|忘れ)(?:し|て|ろ|せよ|$)|この論文を[^。]{0,10}(?:必ず|含め|引用し)[^。]{0,6}(?:てください|なさい|せよ)",
    r"(?:이전|위의|앞의|모든)[^.]{0,24}(?:지시|명령|프롬프트)[^.]{0,24}무시",
    r"(?:تجاهل|انس)\w{0,3} (?:[^ ]{1,30} ){0,3}(?:التعليمات|الاوامر|الأوامر|تعليمات)",
)
